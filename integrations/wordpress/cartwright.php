<?php
/**
 * Plugin Name:          Cartwright
 * Description:          Keeps a journal of what changes in the shop, so that Cartwright reads again only what has changed.
 * Version:              1.0.0
 * Requires at least:    6.4
 * Requires PHP:         7.4
 * Requires Plugins:     woocommerce
 * WC requires at least: 9.9
 * WC tested up to:      10.5
 * License:              MIT
 *
 * The plugin has one table for each site, `{prefix}cartwright_changes`, and two REST routes. It has no settings and no pages,
 * sends nothing by itself, and does nothing on a request that changes nothing.
 *
 * A row of the table says that a record has changed, not how. `kind` names the resource of WooCommerce's API that has to be read:
 *
 *   product           products/{id}
 *   variation         products/{parent}/variations/{id}
 *   category          products/categories/{id}
 *   tag               products/tags/{id}
 *   brand             products/brands/{id}
 *   shipping_class    products/shipping_classes/{id}
 *   attribute         products/attributes/{id}
 *   attribute_term    products/attributes/{parent}/terms/{id}
 *   review            products/reviews/{id}; parent is the product
 *   coupon            coupons/{id}
 *   tax               taxes/{id}
 *   shipping          all shipping zones, with their places, methods and costs
 *   setting           the settings, the name and the time zone of the shop, its plugins
 *   order             orders/{id}
 *   customer          customers/{id}
 *   password          no resource: the password of the customer {id} has changed
 *   media             wp/v2/media/{id}
 *   everything        all of these
 *
 * An id of 0 means all records of the kind. A record that the API no longer has was deleted.
 *
 * A row is written at the first hook of a request, and a second one at its end, because most hooks run in the middle of a
 * change: a reader that comes between the two reads again. A long job writes its second rows every second.
 *
 * Nothing that goes wrong here may reach the shop. Therefore every hook catches everything, the table is only created on
 * activation and by the route, and a change that could not be written is forgotten. Cartwright compares both shops every night.
 *
 * How a shop owner uses the plugin: docs/connect.md of Cartwright.
 *
 * @package Cartwright
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

// A second copy of this file, for example in mu-plugins, does nothing.
if ( ! class_exists( 'Cartwright_Journal', false ) ) :

	define( 'CARTWRIGHT_PLUGIN_VERSION', '1.0.0' );

	/** Rows that are older than this number of days are removed. */
	define( 'CARTWRIGHT_JOURNAL_DAYS', 14 );

	/** The journal: what this request has noted, and the rows that are still to be written. */
	final class Cartwright_Journal {
		/** Second rows of a long job are written at this interval, in seconds. */
		const INTERVAL = 1.0;

		/**
		 * The notes that have their first row, since the last second rows, by table and key.
		 *
		 * @var array<string, array<string, bool>>
		 */
		private static $seen = array();

		/**
		 * The notes that still need a row, because the change may go on after the last row, by table and key.
		 *
		 * @var array<string, array<string, array>>
		 */
		private static $pending = array();

		/**
		 * The tables that could not be written.
		 *
		 * @var array<string, bool>
		 */
		private static $failed = array();

		/**
		 * When pending notes were written last.
		 *
		 * @var float
		 */
		private static $written = 0.0;

		/** Returns the name of the table of the current site, which `switch_to_blog` changes. */
		public static function table() {
			global $wpdb;
			return $wpdb->prefix . 'cartwright_changes';
		}

		/**
		 * Notes that a record has changed, or is about to change.
		 *
		 * @param string      $kind   A kind of the list above.
		 * @param int         $id     The id of the record, 0 for all records.
		 * @param int         $parent The id of the parent, 0 for none.
		 * @param string|null $table  The table, if it is not that of the current site.
		 */
		public static function note( $kind, $id = 0, $parent = 0, $table = null ) {
			$table = null === $table ? self::table() : $table;
			$row   = array( (string) $kind, (int) $id, (int) $parent );
			$key   = $row[0] . ' ' . $row[1];

			$now = microtime( true );
			if ( 0.0 === self::$written ) {
				self::$written = $now;
			} elseif ( $now - self::$written >= self::INTERVAL ) {
				self::$written = $now;
				self::write_pending();
				// A worker that runs for hours changes the same record again and again. Each time is a new change.
				self::$seen = array();
			}

			if ( ! isset( self::$seen[ $table ][ $key ] ) ) {
				self::$seen[ $table ][ $key ] = true;
				self::write( $table, array( $row ) );
			}
			self::$pending[ $table ][ $key ] = $row;
		}

		/** Writes the second rows. Runs at the start and at the end of WordPress' `shutdown`, also after a fatal error. */
		public static function finish() {
			// One more try, because the fault may be over. If it is not, this costs one query.
			self::$failed = array();
			self::write_pending();
		}

		/** Writes a row for each pending note. */
		private static function write_pending() {
			$tables        = self::$pending;
			self::$pending = array();
			foreach ( $tables as $table => $rows ) {
				foreach ( array_chunk( $rows, 500 ) as $some ) {
					self::write( $table, $some );
				}
			}
		}

		/**
		 * Writes rows. After a failure, the table is left alone until the end of the request.
		 *
		 * @param string $table The table.
		 * @param array  $rows  Lists of kind, id and parent.
		 */
		private static function write( $table, array $rows ) {
			if ( isset( self::$failed[ $table ] ) ) {
				return;
			}
			try {
				cartwright_quietly(
					static function () use ( $table, $rows ) {
						cartwright_insert( $table, $rows );
					}
				);
			} catch ( Throwable $problem ) {
				self::$failed[ $table ] = true;
			}
		}
	}

	/**
	 * Runs queries without a trace: no message for an error, and the results of the shop's own last query stay as they were.
	 *
	 * @param callable $work Runs the queries.
	 * @return mixed What `$work` returns.
	 */
	function cartwright_quietly( $work ) {
		global $wpdb;
		$names = array( 'insert_id', 'last_error', 'last_query', 'last_result', 'num_rows', 'rows_affected' );
		$kept  = array();
		foreach ( $names as $name ) {
			$kept[ $name ] = isset( $wpdb->$name ) ? $wpdb->$name : null;
		}
		$suppressed = $wpdb->suppress_errors( true );
		try {
			return $work();
		} finally {
			$wpdb->suppress_errors( $suppressed );
			foreach ( $kept as $name => $value ) {
				$wpdb->$name = $value;
			}
		}
	}

	/**
	 * Inserts rows. The time is that of the database, which several web servers share.
	 *
	 * @param string $table The table.
	 * @param array  $rows  Lists of kind, id and parent.
	 * @throws RuntimeException If the database refuses them.
	 */
	function cartwright_insert( $table, array $rows ) {
		global $wpdb;
		$values = array();
		foreach ( $rows as $row ) {
			$values[] = $wpdb->prepare( '(%s, %d, %d, %d, UNIX_TIMESTAMP())', $row[0], $row[1], $row[2], random_int( 1, 2147483647 ) );
		}
		// phpcs:ignore WordPress.DB -- the values are prepared above, the table has a fixed name.
		$wpdb->query( "INSERT INTO `$table` (kind, id, parent, stamp, written) VALUES " . implode( ', ', $values ) );
		cartwright_require_success();
	}

	/**
	 * Returns the rows of a query.
	 *
	 * @param string $sql The query, prepared.
	 * @return object[] The rows.
	 * @throws RuntimeException If the database refuses it.
	 */
	function cartwright_select( $sql ) {
		global $wpdb;
		$rows = $wpdb->get_results( $sql ); // phpcs:ignore WordPress.DB -- prepared by the caller.
		cartwright_require_success();
		return is_array( $rows ) ? $rows : array();
	}

	/**
	 * Does nothing if the last query succeeded.
	 *
	 * @throws RuntimeException If it did not.
	 */
	function cartwright_require_success() {
		global $wpdb;
		if ( '' !== (string) $wpdb->last_error ) {
			throw new RuntimeException( 'the journal cannot be read or written' );
		}
	}

	/**
	 * Creates the table of the current site if it is missing. Never called from a hook of the shop, because creating a table
	 * commits an open transaction.
	 *
	 * @throws RuntimeException If the database refuses it.
	 */
	function cartwright_create_table() {
		global $wpdb;
		$table = Cartwright_Journal::table();
		// phpcs:ignore WordPress.DB -- no values.
		$wpdb->query(
			"CREATE TABLE IF NOT EXISTS `$table` (
				number bigint unsigned NOT NULL AUTO_INCREMENT,
				kind varchar(20) NOT NULL,
				id bigint unsigned NOT NULL,
				parent bigint unsigned NOT NULL,
				stamp int unsigned NOT NULL,
				written int unsigned NOT NULL,
				PRIMARY KEY (number),
				KEY written (written)
			) ENGINE=InnoDB " . $wpdb->get_charset_collate()
		);
		cartwright_require_success();
	}

	/* ---- What counts as a change ---------------------------------------------------------------------------------- */

	/**
	 * Calls a function at hooks. Nothing that it throws reaches the shop, and a filter returns what it was given.
	 *
	 * @param string|string[] $hooks    Names of actions or filters.
	 * @param callable        $work     Gets the arguments of the hook.
	 * @param int             $priority Priority of the hook.
	 */
	function cartwright_on( $hooks, $work, $priority = 10 ) {
		foreach ( (array) $hooks as $hook ) {
			add_filter(
				$hook,
				static function () use ( $work ) {
					$given = func_get_args();
					try {
						$work( ...$given );
					} catch ( Throwable $problem ) {
						unset( $problem );
					}
					return isset( $given[0] ) ? $given[0] : null;
				},
				$priority,
				10
			);
		}
	}

	/** Registers all hooks. */
	function cartwright_start() {
		// Products, variations, coupons, pictures, and orders that are posts.
		cartwright_on( array( 'save_post', 'before_delete_post', 'deleted_post', 'clean_post_cache' ), 'cartwright_note_post' );
		cartwright_on( array( 'add_attachment', 'edit_attachment', 'delete_attachment' ), 'cartwright_note_post' );
		cartwright_on( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ), 'cartwright_note_post_meta' );
		cartwright_on( 'woocommerce_updated_product_stock', 'cartwright_note_post' );
		cartwright_on( 'woocommerce_updated_product_sales', 'cartwright_note_post' );
		cartwright_on( array( 'woocommerce_product_set_stock', 'woocommerce_variation_set_stock' ), 'cartwright_note_product' );
		cartwright_on( array( 'woocommerce_product_set_stock_status', 'woocommerce_variation_set_stock_status' ), 'cartwright_note_post' );
		cartwright_on( array( 'woocommerce_increase_coupon_usage_count', 'woocommerce_decrease_coupon_usage_count' ), 'cartwright_note_coupon' );

		// Categories, tags, brands, shipping classes, attributes and their terms; which products have them.
		cartwright_on( array( 'created_term', 'edited_term', 'delete_term' ), 'cartwright_note_term' );
		cartwright_on( array( 'added_term_meta', 'updated_term_meta', 'deleted_term_meta' ), 'cartwright_note_term_meta' );
		cartwright_on( 'set_object_terms', 'cartwright_note_object_terms' );
		cartwright_on( 'deleted_term_relationships', 'cartwright_note_post' );
		cartwright_on( array( 'woocommerce_attribute_added', 'woocommerce_attribute_updated', 'woocommerce_attribute_deleted' ), 'cartwright_note_attribute' );

		// Tax rates. The page of tax rates and that of tax classes also change rates without a hook of their own.
		cartwright_on( array( 'woocommerce_tax_rate_added', 'woocommerce_tax_rate_updated', 'woocommerce_tax_rate_deleted' ), 'cartwright_note_tax' );
		cartwright_on( array( 'woocommerce_rest_insert_tax', 'woocommerce_rest_delete_tax' ), 'cartwright_note_tax' );
		cartwright_on( array( 'wp_ajax_woocommerce_tax_rates_save_changes', 'woocommerce_update_options_tax' ), 'cartwright_note_all_taxes', 0 );

		// Shipping. Every change of a zone or of its methods renews a version, with which WooCommerce forgets stored rates.
		cartwright_on(
			array(
				'woocommerce_shipping_zone_method_added',
				'woocommerce_shipping_zone_method_deleted',
				'woocommerce_shipping_zone_method_status_toggled',
				'woocommerce_delete_shipping_zone',
				'woocommerce_delete_shipping_zone_method',
				'woocommerce_after_shipping_zone_object_save',
				'set_transient_shipping-transient-version',
			),
			'cartwright_note_shipping'
		);

		cartwright_on( array( 'added_option', 'updated_option', 'deleted_option' ), 'cartwright_note_option' );

		// Reviews.
		cartwright_on( array( 'wp_insert_comment', 'edit_comment', 'wp_set_comment_status', 'delete_comment', 'deleted_comment' ), 'cartwright_note_comment' );
		cartwright_on( array( 'added_comment_meta', 'updated_comment_meta', 'deleted_comment_meta' ), 'cartwright_note_comment_meta' );

		// Orders in WooCommerce's own tables.
		cartwright_on(
			array(
				'woocommerce_new_order',
				'woocommerce_update_order',
				'woocommerce_order_status_changed',
				'woocommerce_order_refunded',
				'woocommerce_trash_order',
				'woocommerce_untrash_order',
				'woocommerce_before_delete_order',
				'woocommerce_delete_order',
			),
			'cartwright_note_order'
		);

		// Customers.
		cartwright_on( array( 'user_register', 'delete_user', 'deleted_user', 'wpmu_delete_user' ), 'cartwright_note_user' );
		cartwright_on( array( 'set_user_role', 'add_user_role', 'remove_user_role', 'add_user_to_blog', 'remove_user_from_blog' ), 'cartwright_note_user' );
		cartwright_on( 'profile_update', 'cartwright_note_profile' );
		cartwright_on( 'wp_set_password', 'cartwright_note_password' );
		cartwright_on( array( 'added_user_meta', 'updated_user_meta', 'deleted_user_meta' ), 'cartwright_note_user_meta' );

		// The second rows: before what others do at the end of a request, which may fail, and after it.
		cartwright_on( 'shutdown', array( 'Cartwright_Journal', 'finish' ), PHP_INT_MIN );
		cartwright_on( 'shutdown', array( 'Cartwright_Journal', 'finish' ), PHP_INT_MAX );

		// Once a day, for a journal that nobody reads.
		cartwright_on( 'wp_scheduled_delete', 'cartwright_tidy' );

		cartwright_on( 'rest_api_init', 'cartwright_register_routes', PHP_INT_MIN );
		cartwright_on( 'before_woocommerce_init', 'cartwright_declare_compatibility' );
		add_filter( 'wpmu_drop_tables', 'cartwright_drop_tables', 10, 2 );
		register_activation_hook( __FILE__, 'cartwright_activate' );
	}

	/**
	 * Notes a post, if its type is one of the shop's.
	 *
	 * @param int          $id   The id of the post.
	 * @param WP_Post|null $post The post, if the hook has it.
	 */
	function cartwright_note_post( $id, $post = null ) {
		static $known = array();

		$kinds = array(
			'product'           => 'product',
			'product_variation' => 'variation',
			'shop_coupon'       => 'coupon',
			'shop_order'        => 'order',
			'attachment'        => 'media',
		);
		$place = Cartwright_Journal::table() . ' ' . $id;
		if ( is_object( $post ) && isset( $post->post_type ) ) {
			unset( $known[ $place ] );
		} elseif ( ! isset( $known[ $place ] ) ) {
			$post = get_post( $id );
		}
		if ( ! isset( $known[ $place ] ) ) {
			$known           = count( $known ) < 5000 ? $known : array();
			$type            = is_object( $post ) && isset( $post->post_type ) ? $post->post_type : '';
			$kind            = isset( $kinds[ $type ] ) ? $kinds[ $type ] : '';
			$known[ $place ] = array( $kind, 'variation' === $kind ? (int) $post->post_parent : 0 );
		}
		// "Add new product" saves an empty post before anybody has typed.
		$is_draft = is_object( $post ) && isset( $post->post_status ) && 'auto-draft' === $post->post_status;
		if ( '' !== $known[ $place ][0] && ! $is_draft ) {
			Cartwright_Journal::note( $known[ $place ][0], $id, $known[ $place ][1] );
		}
	}

	/**
	 * Notes the post of a changed field.
	 *
	 * @param int|int[] $meta_id The id of the field.
	 * @param int       $id      The id of the post.
	 * @param string    $key     The name of the field.
	 */
	function cartwright_note_post_meta( $meta_id, $id, $key ) {
		/**
		 * Filters the names of fields whose changes do not count. For plugins that count the views of a product in a field.
		 *
		 * @param string[] $names The names.
		 */
		$ignored = apply_filters( 'cartwright_ignored_fields', array( '_edit_lock', '_edit_last', '_wp_old_slug', 'views', 'post_views_count' ) );
		if ( ! in_array( $key, (array) $ignored, true ) ) {
			cartwright_note_post( $id );
		}
	}

	/**
	 * Notes a product or a variation.
	 *
	 * @param WC_Product $product The product.
	 */
	function cartwright_note_product( $product ) {
		cartwright_note_post( $product->get_id() );
	}

	/**
	 * Notes a coupon, which was used or given back.
	 *
	 * @param WC_Coupon $coupon The coupon.
	 */
	function cartwright_note_coupon( $coupon ) {
		Cartwright_Journal::note( 'coupon', $coupon->get_id() );
	}

	/**
	 * Notes a term.
	 *
	 * @param int    $id       The id of the term.
	 * @param int    $tt_id    Its id together with the taxonomy.
	 * @param string $taxonomy The taxonomy.
	 */
	function cartwright_note_term( $id, $tt_id, $taxonomy ) {
		$kinds = array(
			'product_cat'            => 'category',
			'product_tag'            => 'tag',
			'product_brand'          => 'brand',
			'product_shipping_class' => 'shipping_class',
		);
		if ( isset( $kinds[ $taxonomy ] ) ) {
			Cartwright_Journal::note( $kinds[ $taxonomy ], $id );
		} elseif ( 0 === strpos( $taxonomy, 'pa_' ) && function_exists( 'wc_attribute_taxonomy_id_by_name' ) ) {
			Cartwright_Journal::note( 'attribute_term', $id, wc_attribute_taxonomy_id_by_name( $taxonomy ) );
		}
	}

	/**
	 * Notes the term of a changed field, except for the numbers of products, which WooCommerce counts anew at every order.
	 *
	 * @param int|int[] $meta_id The id of the field.
	 * @param int       $id      The id of the term.
	 * @param string    $key     The name of the field.
	 */
	function cartwright_note_term_meta( $meta_id, $id, $key ) {
		$term = 0 === strpos( $key, 'product_count_' ) ? null : get_term( $id );
		if ( is_object( $term ) && isset( $term->taxonomy ) ) {
			cartwright_note_term( $id, 0, $term->taxonomy );
		}
	}

	/**
	 * Notes a product whose terms have changed.
	 *
	 * @param int    $id         The id of the product.
	 * @param array  $terms      The terms.
	 * @param array  $tt_ids     Their ids together with the taxonomy.
	 * @param string $taxonomy   The taxonomy.
	 * @param bool   $append     Whether the terms were added to others.
	 * @param array  $old_tt_ids The ids before.
	 */
	function cartwright_note_object_terms( $id, $terms, $tt_ids, $taxonomy, $append = false, $old_tt_ids = array() ) {
		if ( array_diff( $tt_ids, $old_tt_ids ) || ( ! $append && array_diff( $old_tt_ids, $tt_ids ) ) ) {
			cartwright_note_post( $id );
		}
	}

	/**
	 * Notes an attribute. A new slug also changes its terms and every product that has it, by SQL.
	 *
	 * @param int    $id       The id of the attribute.
	 * @param array  $data     The attribute; its name if it was deleted.
	 * @param string $old_slug The slug before.
	 */
	function cartwright_note_attribute( $id, $data, $old_slug = '' ) {
		Cartwright_Journal::note( 'attribute', $id );
		if ( is_array( $data ) && '' !== $old_slug && isset( $data['attribute_name'] ) && $data['attribute_name'] !== $old_slug ) {
			Cartwright_Journal::note( 'everything' );
		}
	}

	/**
	 * Notes a tax rate.
	 *
	 * @param int|object $rate Its id, or the rate. A deleted tax class has no id: its rates went with it.
	 */
	function cartwright_note_tax( $rate ) {
		$id = is_object( $rate ) ? ( isset( $rate->tax_rate_id ) ? $rate->tax_rate_id : 0 ) : $rate;
		Cartwright_Journal::note( 'tax', $id );
	}

	/** Notes that tax rates may have changed. */
	function cartwright_note_all_taxes() {
		Cartwright_Journal::note( 'tax' );
	}

	/** Notes that shipping has changed. */
	function cartwright_note_shipping() {
		Cartwright_Journal::note( 'shipping' );
	}

	/**
	 * Notes an option, if it is one of the shop's.
	 *
	 * @param string $name The name of the option.
	 */
	function cartwright_note_option( $name ) {
		// The addresses of all products and pictures.
		if ( in_array( $name, array( 'home', 'siteurl', 'permalink_structure', 'woocommerce_permalinks', 'upload_url_path' ), true ) ) {
			Cartwright_Journal::note( 'everything' );
		} elseif ( in_array( $name, array( 'blogname', 'blogdescription', 'timezone_string', 'gmt_offset', 'active_plugins' ), true ) ) {
			Cartwright_Journal::note( 'setting' );
		} elseif ( preg_match( '/^woocommerce_.+_\d+_settings$/', $name ) ) {
			Cartwright_Journal::note( 'shipping' );
		} elseif ( 0 === strpos( $name, 'woocommerce_' ) ) {
			// What WooCommerce remembers about its own pages and jobs.
			$own = '/^woocommerce_(admin|analytics|attribute_lookup|helper|inbox|marketplace|meta_box|onboarding|queue|remote|task|tracker)_/';
			if ( ! preg_match( $own, $name ) ) {
				Cartwright_Journal::note( 'setting' );
			}
		}
	}

	/**
	 * Notes a comment, if it is about a product.
	 *
	 * @param int             $id      The id of the comment.
	 * @param WP_Comment|null $comment The comment, if the hook has it.
	 */
	function cartwright_note_comment( $id, $comment = null ) {
		$comment = is_object( $comment ) ? $comment : get_comment( $id );
		if ( is_object( $comment ) && 'product' === get_post_type( (int) $comment->comment_post_ID ) ) {
			Cartwright_Journal::note( 'review', $id, $comment->comment_post_ID );
		}
	}

	/**
	 * Notes the comment of a changed field, such as its rating.
	 *
	 * @param int|int[] $meta_id The id of the field.
	 * @param int       $id      The id of the comment.
	 */
	function cartwright_note_comment_meta( $meta_id, $id ) {
		cartwright_note_comment( $id );
	}

	/**
	 * Notes an order.
	 *
	 * @param int $id The id of the order.
	 */
	function cartwright_note_order( $id ) {
		Cartwright_Journal::note( 'order', $id );
	}

	/**
	 * Notes a user.
	 *
	 * @param int $id The id of the user.
	 */
	function cartwright_note_user( $id ) {
		cartwright_note_on_sites( 'customer', $id );
	}

	/**
	 * Notes a user in the journal of each site that the user belongs to.
	 *
	 * @param string $kind Customer or password.
	 * @param int    $id   The id of the user.
	 */
	function cartwright_note_on_sites( $kind, $id ) {
		global $wpdb;
		Cartwright_Journal::note( $kind, $id );
		if ( is_multisite() ) {
			foreach ( get_blogs_of_user( $id, true ) as $blog ) {
				Cartwright_Journal::note( $kind, $id, 0, $wpdb->get_blog_prefix( $blog->userblog_id ) . 'cartwright_changes' );
			}
		}
	}

	/**
	 * Notes a user whose profile was saved.
	 *
	 * @param int     $id  The id of the user.
	 * @param WP_User $old The user before.
	 */
	function cartwright_note_profile( $id, $old ) {
		cartwright_note_user( $id );
		$user = get_userdata( $id );
		if ( is_object( $user ) && is_object( $old ) && $user->user_pass !== $old->user_pass ) {
			cartwright_note_on_sites( 'password', $id );
		}
	}

	/**
	 * Notes a user whose password was set. WordPress also calls this hook when it only stores the same password in a newer form,
	 * at a login after an update.
	 *
	 * @param string  $password The password.
	 * @param int     $id       The id of the user.
	 * @param WP_User $old      The user before; WordPress 6.7 and later.
	 */
	function cartwright_note_password( $password, $id, $old = null ) {
		$is_same = is_object( $old ) && function_exists( 'wp_password_needs_rehash' ) &&
			wp_password_needs_rehash( $old->user_pass, $id ) && wp_check_password( $password, $old->user_pass, $id );
		if ( ! $is_same ) {
			cartwright_note_on_sites( 'password', $id );
		}
	}

	/**
	 * Notes the user of a changed field: names, addresses, roles. Others change at every visit.
	 *
	 * @param int|int[] $meta_id The id of the field.
	 * @param int       $id      The id of the user.
	 * @param string    $key     The name of the field.
	 */
	function cartwright_note_user_meta( $meta_id, $id, $key ) {
		if ( preg_match( '/^(billing_|shipping_|first_name$|last_name$)|capabilities$/', $key ) ) {
			cartwright_note_user( $id );
		}
	}

	/* ---- Routes --------------------------------------------------------------------------------------------------- */

	/**
	 * Registers the routes. WooCommerce checks its key pairs for every route below `wc-`.
	 *
	 * A question for our routes needs no others. Registering those of WordPress, WooCommerce and all plugins would take more time
	 * than everything else in a question that comes every few seconds.
	 */
	function cartwright_register_routes() {
		$route = isset( $GLOBALS['wp']->query_vars['rest_route'] ) ? $GLOBALS['wp']->query_vars['rest_route'] : '';
		if ( is_string( $route ) && 0 === strpos( ltrim( $route, '/' ), 'wc-cartwright/v1/' ) ) {
			remove_all_actions( 'rest_api_init' );
		}
		$number = array(
			'type'    => 'integer',
			'minimum' => 0,
			'default' => 0,
		);
		register_rest_route(
			'wc-cartwright/v1',
			'/changes',
			array(
				'methods'             => 'GET',
				'callback'            => 'cartwright_changes_route',
				'permission_callback' => 'cartwright_may_ask',
				'args'                => array(
					'after' => $number,
					'stamp' => $number,
					'clock' => $number,
				),
			)
		);
		register_rest_route(
			'wc-cartwright/v1',
			'/password',
			array(
				'methods'             => 'POST',
				'callback'            => 'cartwright_password_route',
				'permission_callback' => 'cartwright_may_ask',
			)
		);
	}

	/** Returns whether the caller may manage the shop. Tells caches first that the answer is for nobody else. */
	function cartwright_may_ask() {
		try {
			nocache_headers();
			if ( ! defined( 'DONOTCACHEPAGE' ) ) {
				define( 'DONOTCACHEPAGE', true );
			}
			do_action( 'litespeed_control_set_nocache', 'an answer for Cartwright' );
		} catch ( Throwable $problem ) {
			unset( $problem );
		}
		return current_user_can( 'manage_woocommerce' );
	}

	/**
	 * Answers what has changed.
	 *
	 * @param WP_REST_Request $request Has `after` and `stamp`, the number and the stamp of the last row that the caller knows,
	 *                                 and `clock`, the time of its last answer.
	 * @return WP_REST_Response|WP_Error The answer; 503 if there is no journal.
	 */
	function cartwright_changes_route( $request ) {
		try {
			$answer = cartwright_quietly(
				static function () use ( $request ) {
					return cartwright_changes( (int) $request['after'], (int) $request['stamp'], (int) $request['clock'] );
				}
			);
			return rest_ensure_response( $answer );
		} catch ( Throwable $problem ) {
			return new WP_Error( 'cartwright_no_journal', 'The journal cannot be read.', array( 'status' => 503 ) );
		}
	}

	/**
	 * Returns what has changed since a row.
	 *
	 * @param int $after The number of the last known row, 0 if none is known.
	 * @param int $stamp Its stamp.
	 * @param int $clock The time of the caller's last answer, 0 for now.
	 * @return array The answer.
	 * @throws RuntimeException If there is no journal.
	 */
	function cartwright_changes( $after, $stamp, $clock ) {
		global $wpdb;
		// Plugins that spread reads over copies of the database: a copy may lag behind.
		if ( method_exists( $wpdb, 'send_reads_to_masters' ) ) {
			$wpdb->send_reads_to_masters();
		}
		$table  = Cartwright_Journal::table();
		$newest = cartwright_newest();
		$known  = cartwright_select( $wpdb->prepare( "SELECT stamp FROM `$table` WHERE number = %d", $after ) );
		// Rows that the caller knows are only removed when it knows later ones. So if its row is gone or is another one, the
		// database was restored from a backup or copied.
		$is_known = $after > 0 && $known && (int) $known[0]->stamp === $stamp;
		$answer   = array(
			'plugin'      => CARTWRIGHT_PLUGIN_VERSION,
			'wordpress'   => get_bloginfo( 'version' ),
			'woocommerce' => defined( 'WC_VERSION' ) ? WC_VERSION : null,
			'hpos'        => cartwright_has_order_tables(),
			'clock'       => (int) $newest->clock,
			'newest'      => array(
				'number' => (int) $newest->number,
				'stamp'  => (int) $newest->stamp,
				'time'   => (int) $newest->written,
			),
			'everything'  => null,
			'changes'     => array(),
			'more'        => false,
		);
		if ( ! $is_known ) {
			$answer['everything'] = 0 === $after ? 'first' : 'restored';
			$answer['next']       = cartwright_position( $newest );
			return $answer;
		}

		$most = 2000;
		$rows = cartwright_select( $wpdb->prepare( "SELECT * FROM `$table` WHERE number > %d ORDER BY number LIMIT %d", $after, $most ) );
		// Once more the rows of a minute before the last answer: a row gets its number before others can see it.
		$since    = ( $clock > 0 ? min( $clock, (int) $newest->clock ) : (int) $newest->clock ) - 60;
		$repeated = cartwright_select(
			$wpdb->prepare( "SELECT * FROM `$table` WHERE written >= %d AND number <= %d ORDER BY written DESC LIMIT 5000", $since, $after )
		);
		usort(
			$repeated,
			static function ( $one, $other ) {
				return (int) $one->number <=> (int) $other->number;
			}
		);
		foreach ( array_merge( $repeated, $rows ) as $row ) {
			$answer['changes'][] = array(
				'number' => (int) $row->number,
				'kind'   => $row->kind,
				'id'     => (int) $row->id,
				'parent' => (int) $row->parent,
				'time'   => (int) $row->written,
			);
		}
		$answer['more'] = count( $rows ) === $most;
		$answer['next'] = $rows ? cartwright_position( end( $rows ) ) : array(
			'after' => $after,
			'stamp' => $stamp,
		);
		cartwright_remove_old( $after, (int) $newest->clock );
		return $answer;
	}

	/**
	 * Returns the newest row and the time. Creates the table if it is missing. A journal begins with the row "everything".
	 *
	 * @throws RuntimeException If the database refuses it.
	 */
	function cartwright_newest() {
		$table = Cartwright_Journal::table();
		$sql   = "SELECT number, stamp, written, UNIX_TIMESTAMP() AS clock FROM `$table` ORDER BY number DESC LIMIT 1";
		try {
			$rows = cartwright_select( $sql );
		} catch ( RuntimeException $problem ) {
			unset( $problem );
			cartwright_create_table();
			$rows = array();
		}
		if ( ! $rows ) {
			cartwright_insert( $table, array( array( 'everything', 0, 0 ) ) );
			$rows = cartwright_select( $sql );
		}
		if ( ! $rows ) {
			throw new RuntimeException( 'the journal stays empty' );
		}
		return $rows[0];
	}

	/**
	 * Returns the parameters of the next question.
	 *
	 * @param object $row The last row that the caller will know.
	 */
	function cartwright_position( $row ) {
		return array(
			'after' => (int) $row->number,
			'stamp' => (int) $row->stamp,
		);
	}

	/**
	 * Removes at most 1,000 old rows, and none from that of the caller on. It removes them by their number up to a row that it
	 * has read before: so it locks no place where a purchase may be writing.
	 *
	 * @param int $after The last row that the caller knows.
	 * @param int $clock The time.
	 * @return bool Whether rows were removed.
	 */
	function cartwright_remove_old( $after, $clock ) {
		global $wpdb;
		$table = Cartwright_Journal::table();
		$limit = $clock - CARTWRIGHT_JOURNAL_DAYS * 86400;
		$old   = cartwright_select( "SELECT number, written FROM `$table` ORDER BY number LIMIT 1" );
		if ( ! $old || (int) $old[0]->written >= $limit ) {
			return false;
		}
		$old = cartwright_select(
			$wpdb->prepare( "SELECT number, written FROM `$table` WHERE number < %d ORDER BY number LIMIT 1000", $after )
		);
		$up_to = 0;
		foreach ( $old as $row ) {
			if ( (int) $row->written >= $limit ) {
				break;
			}
			$up_to = (int) $row->number;
		}
		if ( 0 === $up_to ) {
			return false;
		}
		$wpdb->query( $wpdb->prepare( "DELETE FROM `$table` WHERE number <= %d", $up_to ) ); // phpcs:ignore WordPress.DB
		return true;
	}

	/** Removes old rows, also those that nobody has read. */
	function cartwright_tidy() {
		cartwright_quietly(
			static function () {
				$newest = cartwright_newest();
				for ( $round = 0; $round < 100; $round++ ) {
					if ( ! cartwright_remove_old( (int) $newest->number, (int) $newest->clock ) ) {
						return;
					}
				}
			}
		);
	}

	/** Returns whether orders are in tables of their own. */
	function cartwright_has_order_tables() {
		$orders = 'Automattic\WooCommerce\Utilities\OrderUtil';
		return class_exists( $orders ) && (bool) $orders::custom_orders_table_usage_is_enabled();
	}

	/**
	 * Answers whether a password is that of a customer.
	 *
	 * @param WP_REST_Request $request Has the members `login`, a user name or an e-mail address, and `password` in its body.
	 * @return WP_REST_Response|WP_Error The answer; 400 for another body.
	 */
	function cartwright_password_route( $request ) {
		try {
			$given = $request->get_json_params();
			if ( ! is_array( $given ) || ! isset( $given['login'], $given['password'] ) || ! is_string( $given['login'] ) || ! is_string( $given['password'] ) ) {
				return new WP_Error( 'cartwright_no_password', 'The body must be JSON with login and password.', array( 'status' => 400 ) );
			}
			// Read before the password: what changes later has a later row.
			$rows = cartwright_password_rows();
			$user = cartwright_customer_with( $given['login'], $given['password'] );
			return rest_ensure_response(
				null === $user ? array( 'valid' => false ) : array(
					'valid' => true,
					'row'   => isset( $rows[ (int) $user->ID ] ) ? $rows[ (int) $user->ID ] : 0,
					'user'  => array(
						'id'    => (int) $user->ID,
						'login' => $user->user_login,
						'email' => $user->user_email,
						'role'  => 'customer',
					),
				)
			);
		} catch ( Throwable $problem ) {
			return new WP_Error( 'cartwright_password_unknown', 'The password cannot be checked.', array( 'status' => 503 ) );
		}
	}

	/**
	 * Returns the number of the last row about the password of each user who has one among the newest rows. A reader that
	 * comes to this row later knows that the password was checked after this change. Without a journal, none is known.
	 *
	 * @return array<int, int> The numbers, by the ids of the users.
	 */
	function cartwright_password_rows() {
		try {
			return cartwright_quietly(
				static function () {
					global $wpdb;
					if ( method_exists( $wpdb, 'send_reads_to_masters' ) ) {
						$wpdb->send_reads_to_masters();
					}
					$table  = Cartwright_Journal::table();
					$newest = "SELECT number, kind, id FROM `$table` ORDER BY number DESC LIMIT 2000";
					$found  = cartwright_select( "SELECT id, MAX(number) AS number FROM ($newest) AS newest WHERE kind = 'password' GROUP BY id" );
					$rows   = array();
					foreach ( $found as $row ) {
						$rows[ (int) $row->id ] = (int) $row->number;
					}
					return $rows;
				}
			);
		} catch ( Throwable $problem ) {
			return array();
		}
	}

	/**
	 * Returns the customer with a login and a password, or null. The time that it takes does not tell whether an account exists.
	 *
	 * @param string $login    A user name or an e-mail address.
	 * @param string $password The password as it was typed.
	 */
	function cartwright_customer_with( $login, $password ) {
		$password = trim( $password );
		if ( '' === $password || strlen( $password ) > 4096 || strlen( $login ) > 200 ) {
			return null;
		}
		$user = get_user_by( 'login', sanitize_user( $login ) );
		if ( ! $user && is_email( $login ) ) {
			$user = get_user_by( 'email', $login );
		}
		$hash     = $user ? $user->user_pass : '';
		$is_new   = function_exists( 'wp_password_needs_rehash' ) ? ! wp_password_needs_rehash( $hash ) : 0 === strpos( $hash, '$P$' );
		$is_right = false;
		// The login forms of WordPress and WooCommerce store quotes and backslashes with a backslash before them, the API does not.
		foreach ( array_unique( array( wp_slash( $password ), $password ) ) as $one ) {
			if ( '' === $hash || ! $is_new ) {
				// As long as a check of a usual hash takes: there is no account, or its hash is of an older form.
				wp_hash_password( $one );
			}
			$is_right = ( '' !== $hash && wp_check_password( $one, $hash, $user->ID ) ) || $is_right;
		}
		return $user && $is_right && cartwright_is_customer( $user ) ? $user : null;
	}

	/**
	 * Returns whether a user is a customer and may edit nothing in WordPress.
	 *
	 * @param WP_User $user The user.
	 */
	function cartwright_is_customer( $user ) {
		if ( ! in_array( 'customer', (array) $user->roles, true ) || is_super_admin( $user->ID ) || ( is_multisite() && is_user_spammy( $user ) ) ) {
			return false;
		}
		foreach ( array_keys( array_filter( (array) $user->allcaps ) ) as $right ) {
			if ( preg_match( '/^(activate|create|customize|delete|edit|export|import|install|list|manage|moderate|promote|publish|remove|switch|unfiltered|update|upload)_/', $right ) ) {
				return false;
			}
		}
		return ! user_can( $user, 'edit_posts' ) && ! user_can( $user, 'manage_woocommerce' ) && ! user_can( $user, 'manage_options' );
	}

	/* ---- Installing and removing ---------------------------------------------------------------------------------- */

	/** Creates the table. What changed while the plugin was not active is unknown: "everything". */
	function cartwright_activate() {
		try {
			register_uninstall_hook( __FILE__, 'cartwright_uninstall' );
			cartwright_quietly(
				static function () {
					cartwright_create_table();
					cartwright_insert( Cartwright_Journal::table(), array( array( 'everything', 0, 0 ) ) );
				}
			);
		} catch ( Throwable $problem ) {
			unset( $problem ); // The route tries again.
		}
	}

	/** Removes the table of every site. */
	function cartwright_uninstall() {
		try {
			cartwright_quietly(
				static function () {
					global $wpdb;
					$sites = array( 'fields' => 'ids', 'number' => 0 );
					foreach ( is_multisite() ? get_sites( $sites ) : array( null ) as $site ) {
						$table = $wpdb->get_blog_prefix( $site ) . 'cartwright_changes';
						$wpdb->query( "DROP TABLE IF EXISTS `$table`" ); // phpcs:ignore WordPress.DB
					}
				}
			);
		} catch ( Throwable $problem ) {
			unset( $problem );
		}
	}

	/**
	 * Adds our table to those that go when a site of a network is deleted.
	 *
	 * @param string[] $tables The tables.
	 * @param int      $site   The id of the site.
	 * @return string[] The tables with ours.
	 */
	function cartwright_drop_tables( $tables, $site ) {
		try {
			global $wpdb;
			$ours = $wpdb->get_blog_prefix( $site ) . 'cartwright_changes';
			return array_merge( (array) $tables, array( $ours ) );
		} catch ( Throwable $problem ) {
			return $tables;
		}
	}

	/** Tells WooCommerce that the plugin works with its order tables and its blocks. */
	function cartwright_declare_compatibility() {
		$features = 'Automattic\WooCommerce\Utilities\FeaturesUtil';
		if ( class_exists( $features ) ) {
			$features::declare_compatibility( 'custom_order_tables', __FILE__, true );
			$features::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
		}
	}

	try {
		cartwright_start();
	} catch ( Throwable $problem ) {
		unset( $problem );
	}

endif;
