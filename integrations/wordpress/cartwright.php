<?php
/**
 * Plugin Name:          Cartwright
 * Description:          Keeps a journal of what changes in the shop, so that Cartwright reads again only what has changed, and takes carts of Cartwright to the checkout.
 * Version:              1.1.0
 * Requires at least:    6.4
 * Requires PHP:         7.4
 * Requires Plugins:     woocommerce
 * WC requires at least: 9.9
 * WC tested up to:      10.5
 * License:              MIT
 * Text Domain:          cartwright
 *
 * The plugin has two parts: the journal of changes, and the checkout of carts.
 *
 * The journal has one table for each site, `{prefix}cartwright_changes`, and no settings and no pages. It sends nothing by
 * itself, and does nothing on a request that changes nothing.
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
 * The checkout has one address, `/?wc-ajax=cartwright_checkout`. It reads a cart from Cartwright (`CARTWRIGHT_URL` in
 * wp-config.php), puts it into WooCommerce's own cart, and goes to WooCommerce's own checkout. So every payment method, stock rule
 * and plugin of the shop works as always. The order is marked with the checkout (`_cartwright_checkout`), its lines with the lines
 * of the cart (`_cartwright_line`). Without an opened link this part only asks the session whether it has a checkout.
 *
 * How a shop owner uses the plugin: docs/connect.md and docs/checkout.md of Cartwright.
 *
 * @package Cartwright
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

// A second copy of this file, for example in mu-plugins, does nothing.
if ( ! class_exists( 'Cartwright_Journal', false ) ) :

	define( 'CARTWRIGHT_PLUGIN_VERSION', '1.1.0' );

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

	/**
	 * Changes values with filters. If the function throws, the value stays as it was given.
	 *
	 * @param string|string[] $hooks    Names of filters.
	 * @param callable        $work     Gets the arguments of the filter, and returns the value.
	 * @param int             $priority Priority of the filter.
	 */
	function cartwright_change( $hooks, $work, $priority = 10 ) {
		foreach ( (array) $hooks as $hook ) {
			add_filter(
				$hook,
				static function () use ( $work ) {
					$given = func_get_args();
					try {
						return $work( ...$given );
					} catch ( Throwable $problem ) {
						return isset( $given[0] ) ? $given[0] : null;
					}
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
		Cartwright_Checkout::start();
		Cartwright_Handover::start();
		Cartwright_Cart::start();
		Cartwright_Orders::start();
		Cartwright_Texts::start();

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
			'/checkouts',
			array(
				'methods'             => 'GET',
				'callback'            => 'cartwright_checkouts_route',
				'permission_callback' => 'cartwright_may_ask',
				'args'                => array(
					'ids' => array(
						'type'     => 'string',
						'required' => true,
					),
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
		cartwright_never_cache();
		return current_user_can( 'manage_woocommerce' );
	}

	/** Tells caches that the answer is for nobody else. */
	function cartwright_never_cache() {
		try {
			nocache_headers();
			if ( ! defined( 'DONOTCACHEPAGE' ) ) {
				define( 'DONOTCACHEPAGE', true );
			}
			do_action( 'litespeed_control_set_nocache', 'an answer for Cartwright' );
		} catch ( Throwable $problem ) {
			unset( $problem );
		}
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

	/* ---- Checkout: what this browser has in WooCommerce's session --------------------------------------------------- */

	/**
	 * The checkout whose lines are in WooCommerce's cart, and the cart that the shopper had there before.
	 *
	 * The session has `cartwright_checkout` for as long as the lines are in the cart:
	 *
	 *   id          the checkout at Cartwright
	 *   unit        the number of decimals of the amounts below
	 *   customer    the id of WooCommerce's customer, 0 for a guest
	 *   fees        the fees, as Cartwright sends them
	 *   return_url  where the shopper goes after the order
	 *   kept        what the session had of the cart before
	 *   until       when the cart before comes back if nobody opens the shop, in Unix seconds
	 *
	 * Beside it are `cartwright_browser`, by which Cartwright knows the browser again, and `cartwright_orders`, the last orders
	 * that were placed here.
	 */
	final class Cartwright_Checkout {
		/** A checkout ends when the browser has not opened the shop for this number of seconds. */
		const IDLE = 3600;

		/** What the session has of a cart. Totals are calculated again. */
		const CART = array( 'cart', 'applied_coupons', 'removed_cart_contents', 'chosen_shipping_methods', 'order_awaiting_payment', 'store_api_draft_order' );

		/**
		 * What is put back after WooCommerce has emptied the cart, by the names of the session; null for nothing.
		 *
		 * @var array|null
		 */
		private static $saved = null;

		/**
		 * Whether this request has put a cart back: the same request does not empty it.
		 *
		 * @var bool
		 */
		private static $was_put_back = false;

		/**
		 * Whether the cart is being filled.
		 *
		 * @var bool
		 */
		private static $is_filling = false;

		/** Registers the hooks. */
		public static function start() {
			cartwright_on( 'woocommerce_load_cart_from_session', array( __CLASS__, 'expire' ) );
			cartwright_on( 'woocommerce_before_cart_emptied', array( __CLASS__, 'before_emptied' ) );
			cartwright_on( 'woocommerce_cart_emptied', array( __CLASS__, 'after_emptied' ), 1000 );
			// The account keeps the shopper's own cart, and it is not mixed with that of the checkout at a login.
			cartwright_change( 'woocommerce_persistent_cart_enabled', array( __CLASS__, 'may_save_cart' ) );
		}

		/** Returns WooCommerce's session, or null where there is none. */
		public static function session() {
			$session = function_exists( 'WC' ) ? WC()->session : null;
			return is_object( $session ) && is_callable( array( $session, 'get' ) ) ? $session : null;
		}

		/** Returns the checkout whose lines are in the cart, or null. */
		public static function current() {
			$session  = self::session();
			$checkout = $session ? $session->get( 'cartwright_checkout' ) : null;
			return is_array( $checkout ) && isset( $checkout['id'], $checkout['customer'] ) ? $checkout : null;
		}

		/** Returns the name by which Cartwright knows this browser again: 32 hex digits. */
		public static function browser() {
			$session = self::session();
			$browser = $session->get( 'cartwright_browser' );
			if ( ! is_string( $browser ) || ! preg_match( '/^[0-9a-f]{32}$/', $browser ) ) {
				$browser = bin2hex( random_bytes( 16 ) );
				$session->set( 'cartwright_browser', $browser );
			}
			return $browser;
		}

		/**
		 * Begins a checkout: keeps the shopper's own cart aside, and leaves an empty one.
		 *
		 * @param array $checkout The checkout without `kept` and `until`.
		 */
		public static function begin( array $checkout ) {
			$session = self::session();
			$before  = self::current();
			$is_same = $before && $before['id'] === $checkout['id'];
			$orders  = $is_same ? self::values( array( 'order_awaiting_payment', 'store_api_draft_order' ) ) : array();

			$checkout['kept']  = $before ? $before['kept'] : self::own_cart();
			$checkout['until'] = time() + self::IDLE;
			$session->set( 'cartwright_checkout', $checkout );
			self::filling(
				static function () {
					WC()->cart->empty_cart( false );
				}
			);
			// An order that waits for its payment is continued: the checkout never has two.
			foreach ( $orders as $name => $value ) {
				$session->set( $name, $value );
			}
		}

		/**
		 * Returns the result of work that fills the cart. If it is emptied meanwhile, as some plugins do, this is no order.
		 *
		 * @param callable $work The work.
		 */
		public static function filling( callable $work ) {
			self::$is_filling = true;
			try {
				return $work();
			} finally {
				self::$is_filling = false;
			}
		}

		/** Ends the checkout: the shopper's own cart comes back. */
		public static function end() {
			$checkout = self::current();
			if ( $checkout ) {
				self::session()->set( 'cartwright_checkout', null );
				self::put_back( (array) $checkout['kept'] );
			}
		}

		/** Returns the cart that the shopper has in WooCommerce. */
		private static function own_cart() {
			$own = self::values( self::CART );
			if ( empty( $own['cart'] ) && is_user_logged_in() ) {
				$saved       = get_user_meta( get_current_user_id(), '_woocommerce_persistent_cart_' . get_current_blog_id(), true );
				$own['cart'] = is_array( $saved ) && isset( $saved['cart'] ) ? $saved['cart'] : null;
			}
			return $own;
		}

		/**
		 * Returns values of the session.
		 *
		 * @param string[] $names Their names.
		 */
		private static function values( array $names ) {
			$values = array();
			foreach ( $names as $name ) {
				$values[ $name ] = self::session()->get( $name );
			}
			return $values;
		}

		/**
		 * Puts a cart into the session and into this request.
		 *
		 * @param array $values Values of the session by their names.
		 */
		private static function put_back( array $values ) {
			foreach ( $values as $name => $value ) {
				self::session()->set( $name, $value );
			}
			self::session()->set( 'cart_totals', null );
			if ( did_action( 'woocommerce_load_cart_from_session' ) && ! doing_action( 'woocommerce_load_cart_from_session' ) ) {
				WC()->cart->get_cart_from_session();
				// WooCommerce may have removed the cart from the account, too.
				( new WC_Cart_Session( WC()->cart ) )->persistent_cart_update();
			}
		}

		/** Ends a checkout that nobody has looked at for long. Runs before WooCommerce reads the cart of the session. */
		public static function expire() {
			$checkout = self::current();
			if ( ! $checkout ) {
				return;
			}
			if ( (int) $checkout['until'] < time() ) {
				self::end();
			} elseif ( (int) $checkout['until'] < time() + self::IDLE - 300 ) {
				$checkout['until'] = time() + self::IDLE;
				self::session()->set( 'cartwright_checkout', $checkout );
			}
		}

		/**
		 * Remembers the cart before WooCommerce empties it for another reason than the order of this cart. The page "order received"
		 * empties the cart each time that it is opened.
		 */
		public static function before_emptied() {
			self::$saved = null;
			if ( self::$is_filling || ! self::session() ) {
				return;
			}
			$checkout = self::current();
			$received = Cartwright_Orders::received();
			$ordered  = $received ? (string) $received->get_meta( '_cartwright_checkout' ) : '';
			$is_other = $received && ( $checkout ? $checkout['id'] : '' ) !== $ordered;
			if ( $is_other || self::$was_put_back ) {
				self::$saved = self::values( array_merge( self::CART, array( 'cartwright_checkout' ) ) );
			}
		}

		/** Puts the shopper's own cart back after the cart of the checkout was ordered. */
		public static function after_emptied() {
			if ( self::$is_filling ) {
				return;
			}
			$saved       = self::$saved;
			self::$saved = null;
			if ( null !== $saved ) {
				self::put_back( $saved );
			} elseif ( self::current() ) {
				self::$was_put_back = true;
				self::end();
			}
		}

		/**
		 * Returns whether WooCommerce may save the cart in the account.
		 *
		 * @param bool $is_enabled Whether the shop wants it.
		 */
		public static function may_save_cart( $is_enabled ) {
			return $is_enabled && ! self::current();
		}
	}

	/* ---- Checkout: the link ----------------------------------------------------------------------------------------- */

	/**
	 * The address `/?wc-ajax=cartwright_checkout&token=…`.
	 *
	 * Previews and scanners open links too. So GET only shows a page that posts itself, and POST hands the cart over. The token
	 * opens the checkout for the first browser that posts it. It is in no log, no Referer and no later address.
	 */
	final class Cartwright_Handover {
		/** WooCommerce ties nonces of guests to their session if the name begins with its own. */
		const NONCE = 'woocommerce-cartwright_checkout';

		/** Registers the hook. Ends the request there, because WooCommerce would send another status afterwards. */
		public static function start() {
			add_action(
				'wc_ajax_cartwright_checkout',
				static function () {
					self::answer();
					exit;
				}
			);
		}

		/** Answers a request. */
		public static function answer() {
			try {
				self::send_headers();
				// phpcs:disable WordPress.Security.NonceVerification -- the token is checked by Cartwright, the nonce below.
				$is_post = isset( $_SERVER['REQUEST_METHOD'] ) && 'POST' === $_SERVER['REQUEST_METHOD'];
				$given   = $is_post ? $_POST : $_GET;
				$token   = isset( $given['token'] ) && is_string( $given['token'] ) ? sanitize_text_field( wp_unslash( $given['token'] ) ) : '';
				$nonce   = isset( $given['nonce'] ) && is_string( $given['nonce'] ) ? sanitize_key( $given['nonce'] ) : '';
				// phpcs:enable
				if ( '' === self::service() ) {
					self::show( 503, __( 'The checkout is not set up: CARTWRIGHT_URL is missing in wp-config.php.', 'cartwright' ) );
				} elseif ( ! preg_match( '/^[A-Za-z0-9_-]{20,100}$/D', $token ) ) {
					self::show_refusal( 404 );
				} elseif ( ! $is_post || ! wp_verify_nonce( $nonce, self::NONCE ) ) {
					self::show( 200, __( 'Your cart is ready for the checkout.', 'cartwright' ), $token, ! $is_post );
				} else {
					self::hand_over( $token );
				}
			} catch ( Throwable $problem ) {
				self::show( 500, __( 'The checkout cannot be opened. Please try again.', 'cartwright' ) );
			}
		}

		/** Tells caches, frames and other sites that this answer is for this browser only. */
		private static function send_headers() {
			cartwright_never_cache();
			if ( ! headers_sent() ) {
				header( 'Referrer-Policy: no-referrer' );
				header( 'X-Frame-Options: DENY' );
				header( "Content-Security-Policy: frame-ancestors 'none'" );
			}
		}

		/** Returns the address of Cartwright, or '' if there is none. */
		private static function service() {
			return defined( 'CARTWRIGHT_URL' ) && is_string( CARTWRIGHT_URL ) ? untrailingslashit( CARTWRIGHT_URL ) : '';
		}

		/**
		 * Asks Cartwright about a checkout.
		 *
		 * @param string     $token The token of the link.
		 * @param array|null $body  What to post; null to read.
		 * @return array The status, 0 without an answer, and the members of the answer.
		 */
		private static function ask( $token, $body ) {
			$address = self::service() . '/v2/checkout/handover/' . rawurlencode( $token );
			$options = array(
				'timeout'             => 10,
				'redirection'         => 0,
				'limit_response_size' => 4 * MB_IN_BYTES,
				'headers'             => array( 'Accept' => 'application/json' ),
			);
			if ( null === $body ) {
				$answer = wp_remote_get( add_query_arg( 'browser', Cartwright_Checkout::browser(), $address ), $options );
			} else {
				$options['headers']['Content-Type'] = 'application/json';
				$options['body']                    = wp_json_encode( array( 'browser' => Cartwright_Checkout::browser() ) + $body );
				$answer                             = wp_remote_post( $address, $options );
			}
			$members = is_wp_error( $answer ) ? null : json_decode( wp_remote_retrieve_body( $answer ), true );
			return is_array( $members ) ? array( (int) wp_remote_retrieve_response_code( $answer ), $members ) : array( 0, array() );
		}

		/**
		 * Hands the cart over, and goes to the checkout.
		 *
		 * @param string $token The token of the link.
		 */
		private static function hand_over( $token ) {
			WC()->session->set_customer_session_cookie( true );
			list( $status, $given ) = self::ask( $token, null );
			if ( 200 !== $status || ! isset( $given['id'], $given['lines'] ) || ! is_array( $given['lines'] ) ) {
				self::show_refusal( $status, $given, $token );
				return;
			}
			$unit     = isset( $given['minor_unit'] ) ? max( 0, min( 6, (int) $given['minor_unit'] ) ) : 2;
			$currency = get_woocommerce_currency();
			if ( ! isset( $given['currency'] ) || $given['currency'] !== $currency ) {
				self::ask( $token, array( 'totals' => Cartwright_Cart::no_totals( $currency ) ) );
				/* translators: 1: currency of the cart, 2: currency of the checkout */
				$text = __( 'The prices of your cart are in %1$s, but this checkout is in %2$s. Please go back to your cart.', 'cartwright' );
				self::show( 409, sprintf( $text, isset( $given['currency'] ) ? (string) $given['currency'] : '?', $currency ) );
				return;
			}
			list( $status, $answer ) = self::ask( $token, array() );
			if ( $status < 200 || $status > 299 ) {
				self::show_refusal( $status, $answer, $token );
				return;
			}

			$missing = Cartwright_Cart::fill( $given, $unit );
			if ( WC()->cart->is_empty() ) {
				Cartwright_Checkout::end();
				self::show( 409, __( 'None of the products in your cart can be bought any more.', 'cartwright' ) . ' ' . implode( ' ', $missing ) );
				return;
			}
			$totals                  = Cartwright_Cart::totals( $unit );
			list( $status, $answer ) = self::ask( $token, array( 'totals' => $totals ) );
			$agreed                  = isset( $given['totals']['total'] ) ? (int) $given['totals']['total'] : null;
			$is_same                 = 200 === $status && isset( $answer['same'] ) ? (bool) $answer['same'] : $agreed === $totals['total'];
			wc_clear_notices();
			foreach ( $missing as $sentence ) {
				wc_add_notice( esc_html( $sentence ), 'notice' );
			}
			if ( ! $is_same && null !== $agreed ) {
				/* translators: 1: total in the cart, 2: total in the checkout */
				$text = __( 'The total of your cart was %1$s and is now %2$s. Please check your order.', 'cartwright' );
				wc_add_notice( sprintf( $text, wc_price( $agreed / 10 ** $unit ), WC()->cart->get_total() ), 'notice' );
			}
			wp_safe_redirect( wc_get_checkout_url(), 303 );
		}

		/**
		 * Shows why Cartwright refuses the token.
		 *
		 * @param int    $status The status of its answer, 0 without one.
		 * @param array  $answer The members of its answer.
		 * @param string $token  The token.
		 */
		private static function show_refusal( $status, array $answer = array(), $token = '' ) {
			$code = isset( $answer['code'] ) ? $answer['code'] : '';
			if ( 'service_checkout_link_used' === $code ) {
				self::show( 409, __( 'This link was already opened in another browser. Please go back to your cart, and begin the checkout there.', 'cartwright' ) );
			} elseif ( 'service_checkout_ended' === $code ) {
				self::show( 409, __( 'This cart was already ordered.', 'cartwright' ) );
			} elseif ( 404 === $status || 400 === $status ) {
				self::show( 404, __( 'This link is no longer valid. Please go back to your cart, and begin the checkout again.', 'cartwright' ) );
			} else {
				self::show( 503, __( 'Your cart cannot be read at the moment. Please try again.', 'cartwright' ), $token );
			}
		}

		/**
		 * Shows a page.
		 *
		 * @param int    $status       The status.
		 * @param string $text         The sentence.
		 * @param string $token        The token, if the page has a button that posts it.
		 * @param bool   $is_automatic Whether the page posts itself.
		 */
		private static function show( $status, $text, $token = '', $is_automatic = false ) {
			status_header( $status );
			?>
<!DOCTYPE html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="<?php bloginfo( 'charset' ); ?>">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title><?php echo esc_html( get_bloginfo( 'name' ) ); ?></title>
<style>body{font:1.1em/1.5 system-ui,sans-serif;margin:15vh auto;max-width:32em;padding:0 1em;text-align:center}button{font:inherit;padding:.6em 1.4em}</style>
</head>
<body>
<h1><?php echo esc_html( get_bloginfo( 'name' ) ); ?></h1>
<p><?php echo esc_html( $text ); ?></p>
			<?php if ( '' !== $token ) : ?>
<form method="post" action="<?php echo esc_url( add_query_arg( 'wc-ajax', 'cartwright_checkout', home_url( '/' ) ) ); ?>">
<input type="hidden" name="token" value="<?php echo esc_attr( $token ); ?>">
				<?php wp_nonce_field( self::NONCE, 'nonce', false ); ?>
<button><?php esc_html_e( 'Proceed to checkout', 'woocommerce' ); // phpcs:ignore WordPress.WP.I18n.TextDomainMismatch ?></button>
</form>
			<?php else : ?>
<p><a href="<?php echo esc_url( home_url( '/' ) ); ?>"><?php echo esc_html( get_bloginfo( 'name' ) ); ?></a></p>
			<?php endif; ?>
			<?php
			if ( $is_automatic ) {
				// A page that the browser opens in advance must not post.
				wp_print_inline_script_tag(
					"(function () { function go() { document.forms[0].submit(); }\n" .
					"history.replaceState(null, '', location.pathname + '?wc-ajax=cartwright_checkout');\n" .
					"if (document.prerendering) document.addEventListener('prerenderingchange', go, { once: true }); else go(); })();"
				);
			}
			?>
</body>
</html>
			<?php
		}
	}

	/* ---- Checkout: the cart ----------------------------------------------------------------------------------------- */

	/** Puts the cart of Cartwright into WooCommerce's own, and keeps it as it is at every load of the session. */
	final class Cartwright_Cart {
		/** The members of an address, as WooCommerce names them without prefix. */
		const ADDRESS = array( 'first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'country', 'phone', 'email' );

		/** Registers the hooks. */
		public static function start() {
			cartwright_change( array( 'woocommerce_add_cart_item', 'woocommerce_get_cart_item_from_session' ), array( __CLASS__, 'with_price' ), 1000 );
			cartwright_on( 'woocommerce_before_calculate_totals', array( __CLASS__, 'set_prices' ), PHP_INT_MAX );
			cartwright_on( 'woocommerce_cart_calculate_fees', array( __CLASS__, 'add_fees' ) );
			cartwright_change( 'woocommerce_pre_remove_cart_item_from_session', array( __CLASS__, 'is_of_another_checkout' ) );
			cartwright_change( 'woocommerce_get_item_data', array( __CLASS__, 'shown_data' ) );
			cartwright_change( 'woocommerce_checkout_get_value', array( __CLASS__, 'form_value' ) );
			cartwright_change( 'woocommerce_ship_to_different_address_checked', array( __CLASS__, 'ships_elsewhere' ) );
		}

		/**
		 * Fills WooCommerce's cart.
		 *
		 * @param array $given What Cartwright has sent.
		 * @param int   $unit  The number of decimals of its amounts.
		 * @return string[] Sentences about what could not be taken over.
		 */
		public static function fill( array $given, $unit ) {
			$customer = self::customer_of( $given );
			self::log_in( $customer );
			Cartwright_Checkout::begin(
				array(
					'id'         => (string) $given['id'],
					'unit'       => $unit,
					'customer'   => $customer ? (int) $customer->ID : 0,
					'fees'       => isset( $given['fees'] ) ? (array) $given['fees'] : array(),
					'return_url' => isset( $given['return_url'] ) ? esc_url_raw( (string) $given['return_url'] ) : '',
				)
			);
			wc_clear_notices();
			$cart = WC()->cart;
			// The totals are calculated once, not after each line.
			$is_hooked = remove_action( 'woocommerce_add_to_cart', array( $cart, 'calculate_totals' ), 20 );
			try {
				// Before the coupons: some are for one e-mail address only.
				self::set_addresses( $given );
				$missing = Cartwright_Checkout::filling(
					static function () use ( $given ) {
						return self::add_lines( $given['lines'], (string) $given['id'] );
					}
				);
			} finally {
				if ( $is_hooked ) {
					add_action( 'woocommerce_add_to_cart', array( $cart, 'calculate_totals' ), 20, 0 );
				}
			}
			// WooCommerce gives an order without shipping its billing address, also for the taxes.
			if ( ! $cart->needs_shipping_address() ) {
				self::set_address( 'shipping', self::address( isset( $given['billing'] ) ? $given['billing'] : null ) );
				WC()->customer->save();
			}
			$cart->calculate_totals();
			foreach ( isset( $given['coupons'] ) ? (array) $given['coupons'] : array() as $code ) {
				$missing = array_merge( $missing, self::apply_coupon( (string) $code ) );
			}
			self::choose_rates( isset( $given['rates'] ) ? array_values( (array) $given['rates'] ) : array() );
			return $missing;
		}

		/**
		 * Returns the account of the customer, or null. An account with another e-mail address is another customer: the database of
		 * the shop may have been restored or copied.
		 *
		 * @param array $given What Cartwright has sent.
		 */
		private static function customer_of( array $given ) {
			if ( ! isset( $given['customer']['id'], $given['customer']['email'] ) ) {
				return null;
			}
			$user = get_userdata( (int) $given['customer']['id'] );
			return $user && 0 === strcasecmp( $user->user_email, (string) $given['customer']['email'] ) ? $user : null;
		}

		/**
		 * Logs the customer in where the shop allows no orders of guests. Only accounts that may edit nothing, and never in place of
		 * another login.
		 *
		 * @param WP_User|null $customer The customer.
		 */
		private static function log_in( $customer ) {
			if ( ! $customer || is_user_logged_in() || ! WC()->checkout()->is_registration_required() || ! cartwright_is_customer( $customer ) ) {
				return;
			}
			wp_set_current_user( $customer->ID );
			wp_set_auth_cookie( $customer->ID, false );
			WC()->session->init_session_cookie();
			WC()->session->set_customer_session_cookie( true );
			// The shopper of this request is another one now: the guest must not be saved at its end.
			remove_action( 'shutdown', array( WC()->customer, 'save' ), 10 );
			WC()->customer = null;
			WC()->initialize_cart();
		}

		/**
		 * Gives the shopper of WooCommerce the addresses of the cart.
		 *
		 * @param array $given What Cartwright has sent.
		 */
		private static function set_addresses( array $given ) {
			$billing  = self::address( isset( $given['billing'] ) ? $given['billing'] : null );
			$shipping = self::address( isset( $given['shipping'] ) ? $given['shipping'] : null );
			if ( '' === $billing['email'] && isset( $given['customer']['email'] ) ) {
				$billing['email'] = sanitize_email( (string) $given['customer']['email'] );
			}
			self::set_address( 'billing', $billing );
			self::set_address( 'shipping', self::is_written( $shipping ) || ! self::is_written( $billing ) ? $shipping : $billing );
			WC()->customer->set_calculated_shipping( '' !== (string) WC()->customer->get_shipping_country() );
			WC()->customer->save();
		}

		/**
		 * Returns an address with all members.
		 *
		 * @param mixed $given The address that Cartwright has sent.
		 */
		private static function address( $given ) {
			$address = array();
			foreach ( self::ADDRESS as $name ) {
				$text             = is_array( $given ) && isset( $given[ $name ] ) && is_scalar( $given[ $name ] ) ? (string) $given[ $name ] : '';
				$address[ $name ] = 'email' === $name ? sanitize_email( $text ) : sanitize_text_field( $text );
			}
			return $address;
		}

		/**
		 * Returns whether somebody has written an address. A cart without one has a country only.
		 *
		 * @param array $address The address.
		 */
		private static function is_written( array $address ) {
			return '' !== implode( '', array_diff_key( $address, array_flip( array( 'country', 'state', 'email' ) ) ) );
		}

		/**
		 * Sets an address. A place replaces the place that WooCommerce has; a written address replaces all.
		 *
		 * @param string $kind    `billing` or `shipping`.
		 * @param array  $address The address.
		 */
		private static function set_address( $kind, array $address ) {
			$customer = WC()->customer;
			$is_moved = '' !== $address['country'] && array( $address['country'], $address['state'] ) !==
				array( $customer->{"get_{$kind}_country"}(), $customer->{"get_{$kind}_state"}() );
			foreach ( $address as $name => $text ) {
				$set        = array( $customer, "set_{$kind}_{$name}" );
				$is_of_city = in_array( $name, array( 'country', 'state', 'city', 'postcode' ), true );
				if ( is_callable( $set ) && ( 'email' === $name ? '' !== $text : self::is_written( $address ) || ( $is_moved && $is_of_city ) ) ) {
					$set( $text );
				}
			}
		}

		/**
		 * Adds the lines to the cart.
		 *
		 * @param array  $lines    The lines that Cartwright has sent.
		 * @param string $checkout The id of the checkout.
		 * @return string[] Sentences about what could not be taken over.
		 */
		private static function add_lines( array $lines, $checkout ) {
			$missing = array();
			$added   = array();
			foreach ( $lines as $line ) {
				$line = (array) $line;
				$why  = self::add_line( $line, $checkout );
				if ( ! $why ) {
					$added[] = $line;
				}
				$missing = array_merge( $missing, $why );
			}
			// Some plugins remove other lines when a line is added.
			$there = array();
			foreach ( WC()->cart->get_cart() as $item ) {
				$there[] = isset( $item['cartwright']['line'] ) ? $item['cartwright']['line'] : null;
			}
			foreach ( $added as $line ) {
				if ( ! in_array( isset( $line['key'] ) ? (string) $line['key'] : '', $there, true ) ) {
					$missing[] = self::unavailable( isset( $line['name'] ) ? wp_strip_all_tags( (string) $line['name'] ) : '' );
				}
			}
			return $missing;
		}

		/**
		 * Returns the sentence about a line that cannot be bought.
		 *
		 * @param string $name The name of the product.
		 */
		private static function unavailable( $name ) {
			/* translators: %s: name of a product */
			return sprintf( __( '%s is no longer available.', 'cartwright' ), $name );
		}

		/**
		 * Adds a line to the cart.
		 *
		 * @param array  $line     The line that Cartwright has sent.
		 * @param string $checkout The id of the checkout.
		 * @return string[] Why it could not be added; nothing if it was.
		 */
		private static function add_line( array $line, $checkout ) {
			$line += array(
				'key'          => '',
				'product_id'   => 0,
				'variation_id' => 0,
				'quantity'     => 1,
				'name'         => '',
				'variation'    => array(),
				'item_data'    => array(),
				'price'        => null,
			);
			$options = self::options( array_filter( (array) $line['variation'], 'is_scalar' ) );
			$ours    = array(
				'checkout' => $checkout,
				'line'     => (string) $line['key'],
				'data'     => self::texts( (array) $line['item_data'] ),
				'price'    => null === $line['price'] ? null : (int) $line['price'],
			);
			$what = array( (int) $line['product_id'], (float) $line['quantity'], (int) $line['variation_id'], $options );
			// Every way into WooCommerce's cart asks the plugins of the shop, which refuse by a notice.
			$may = apply_filters( 'woocommerce_add_to_cart_validation', true, ...$what );
			$key = $may ? WC()->cart->add_to_cart( $what[0], $what[1], $what[2], $what[3], array( 'cartwright' => $ours ) ) : false;
			$why = self::errors();
			$name = wp_strip_all_tags( (string) $line['name'] );
			if ( $key ) {
				$item     = WC()->cart->get_cart_item( $key );
				$quantity = isset( $item['quantity'] ) ? $item['quantity'] : 0;
				/* translators: 1: name of a product, 2: quantity */
				$text = __( '%1$s: the quantity is now %2$s.', 'cartwright' );
				return (float) $quantity === (float) $line['quantity'] ? array() : array( sprintf( $text, $name, $quantity ) );
			}
			if ( ! $why ) {
				return array( self::unavailable( $name ) );
			}
			// Some sentences of WooCommerce do not name the product.
			return array( ( '' === $name || false !== strpos( implode( ' ', $why ), $name ) ? '' : $name . ': ' ) . implode( ' ', $why ) );
		}

		/**
		 * Returns options as a form of WooCommerce sends them. It makes the keys of a product's own attributes of their names, in the
		 * language of the shop, and ignores keys that the product does not have.
		 *
		 * @param array $given Options by the names and by the keys of their attributes, each with `attribute_` before it.
		 */
		private static function options( array $given ) {
			$options = array();
			foreach ( $given as $name => $option ) {
				$options[ 'attribute_' . sanitize_title( preg_replace( '/^attribute_/', '', (string) $name ) ) ] = wp_slash( (string) $option );
			}
			return $options;
		}

		/** Returns the errors that WooCommerce has noted, as plain text, and removes all notices. */
		private static function errors() {
			$texts = array();
			foreach ( wc_get_notices( 'error' ) as $notice ) {
				$text    = is_array( $notice ) && isset( $notice['notice'] ) ? $notice['notice'] : $notice;
				$texts[] = html_entity_decode( wp_strip_all_tags( (string) $text ), ENT_QUOTES, 'UTF-8' );
			}
			wc_clear_notices();
			return $texts;
		}

		/**
		 * Returns the data of a line as texts. They come from the shopper.
		 *
		 * @param array $data The data by their names.
		 */
		private static function texts( array $data ) {
			$texts = array();
			foreach ( $data as $name => $value ) {
				$text = is_scalar( $value ) && ! is_bool( $value ) ? (string) $value : wp_json_encode( $value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
				$name = sanitize_text_field( (string) $name );
				if ( '' !== $name ) {
					$texts[ $name ] = wp_strip_all_tags( wp_check_invalid_utf8( (string) $text ) );
				}
			}
			return $texts;
		}

		/**
		 * Applies a coupon.
		 *
		 * @param string $code Its code.
		 * @return string[] Why it was refused; nothing if it was not.
		 */
		private static function apply_coupon( $code ) {
			WC()->cart->apply_coupon( $code );
			$why = self::errors();
			if ( WC()->cart->has_discount( $code ) ) {
				return array();
			}
			/* translators: %s: code of a coupon */
			return $why ? $why : array( sprintf( __( 'The coupon "%s" cannot be used.', 'cartwright' ), wp_strip_all_tags( $code ) ) );
		}

		/**
		 * Chooses the shipping rate of each package, where WooCommerce has it.
		 *
		 * @param array $rates The ids of the rates, in the order of the packages.
		 */
		private static function choose_rates( array $rates ) {
			$chosen = array();
			foreach ( array_values( WC()->shipping()->get_packages() ) as $place => $package ) {
				$key = array_keys( WC()->shipping()->get_packages() )[ $place ];
				if ( isset( $rates[ $place ] ) && is_string( $rates[ $place ] ) && isset( $package['rates'][ $rates[ $place ] ] ) ) {
					$chosen[ $key ] = $rates[ $place ];
				}
			}
			if ( $chosen ) {
				// A choice counts only after WooCommerce has found the rates of this address, as it has now.
				WC()->session->set( 'chosen_shipping_methods', $chosen + (array) WC()->session->get( 'chosen_shipping_methods' ) );
				WC()->cart->calculate_totals();
			}
		}

		/**
		 * Returns what WooCommerce has reckoned, in minor units.
		 *
		 * @param int $unit The number of decimals.
		 */
		public static function totals( $unit ) {
			$cart  = WC()->cart;
			$minor = static function ( $amount ) use ( $unit ) {
				return (int) round( round( (float) $amount, $unit ) * 10 ** $unit );
			};
			return array(
				'currency' => get_woocommerce_currency(),
				'total'    => $minor( $cart->get_total( 'edit' ) ),
				'items'    => $minor( $cart->get_subtotal() ),
				'discount' => $minor( $cart->get_discount_total() ),
				'shipping' => $minor( $cart->get_shipping_total() ),
				'tax'      => $minor( $cart->get_total_tax() ),
				'fees'     => $minor( $cart->get_fee_total() ),
			);
		}

		/**
		 * Returns the totals of a cart that was not filled.
		 *
		 * @param string $currency The currency of the shop.
		 */
		public static function no_totals( $currency ) {
			return array( 'currency' => $currency ) + array_fill_keys( array( 'total', 'items', 'discount', 'shipping', 'tax', 'fees' ), 0 );
		}

		/** Returns whether the cart still has a line of the checkout. */
		public static function has_lines() {
			foreach ( WC()->cart->get_cart() as $item ) {
				if ( isset( $item['cartwright'] ) ) {
					return true;
				}
			}
			return false;
		}

		/**
		 * Returns a line with the price that it has of its own.
		 *
		 * @param array $item The line, with its product.
		 */
		public static function with_price( $item ) {
			$checkout = Cartwright_Checkout::current();
			if ( $checkout && isset( $item['cartwright']['price'], $item['data'] ) && $item['cartwright']['checkout'] === $checkout['id'] ) {
				$item['data']->set_price( self::amount( $item['cartwright']['price'], $checkout['unit'] ) );
			}
			return $item;
		}

		/**
		 * Gives the lines their own prices again, which other plugins may have replaced.
		 *
		 * @param WC_Cart $cart The cart.
		 */
		public static function set_prices( $cart ) {
			if ( Cartwright_Checkout::current() ) {
				foreach ( $cart->get_cart() as $item ) {
					self::with_price( $item );
				}
			}
		}

		/**
		 * Returns an amount as WooCommerce writes it.
		 *
		 * @param int $minor The amount in minor units.
		 * @param int $unit  The number of decimals.
		 */
		private static function amount( $minor, $unit ) {
			return number_format( $minor / 10 ** $unit, $unit, '.', '' );
		}

		/**
		 * Adds the fees, at every calculation.
		 *
		 * @param WC_Cart $cart The cart.
		 */
		public static function add_fees( $cart ) {
			$checkout = Cartwright_Checkout::current();
			foreach ( $checkout ? $checkout['fees'] : array() as $number => $fee ) {
				$cart->fees_api()->add_fee(
					array(
						'id'        => 'cartwright-' . $number,
						'name'      => isset( $fee['name'] ) ? sanitize_text_field( (string) $fee['name'] ) : '',
						'amount'    => self::amount( isset( $fee['amount'] ) ? (int) $fee['amount'] : 0, $checkout['unit'] ),
						'taxable'   => ! empty( $fee['taxable'] ),
						'tax_class' => isset( $fee['tax_class'] ) ? (string) $fee['tax_class'] : '',
					)
				);
			}
		}

		/**
		 * Returns whether a line goes when the session is loaded: its checkout is over.
		 *
		 * @param bool   $is_removed Whether it goes anyway.
		 * @param string $key        Its key.
		 * @param array  $item       The line.
		 */
		public static function is_of_another_checkout( $is_removed, $key = '', $item = array() ) {
			$checkout = Cartwright_Checkout::current();
			return $is_removed || ( isset( $item['cartwright'] ) && ( ! $checkout || $item['cartwright']['checkout'] !== $checkout['id'] ) );
		}

		/**
		 * Returns the data of a line that the cart and the checkout show. Names with a low line first are hidden.
		 *
		 * @param array $shown Names and values.
		 * @param array $item  The line.
		 */
		public static function shown_data( $shown, $item = array() ) {
			foreach ( isset( $item['cartwright']['data'] ) ? (array) $item['cartwright']['data'] : array() as $name => $text ) {
				if ( 0 !== strpos( (string) $name, '_' ) ) {
					$shown[] = array(
						'key'   => esc_html( $name ),
						'value' => esc_html( $text ),
					);
				}
			}
			return $shown;
		}

		/**
		 * Returns the value of a field of the checkout's form. WooCommerce shows a customer who is logged in the address of the
		 * account; the cart may have another.
		 *
		 * @param mixed  $value The value so far; null for none.
		 * @param string $field The name of the field.
		 */
		public static function form_value( $value, $field = '' ) {
			$get = array( WC()->customer, "get_$field" );
			if ( null !== $value || ! preg_match( '/^(billing|shipping)_/', $field ) || ! is_user_logged_in() || ! Cartwright_Checkout::current() || ! is_callable( $get ) ) {
				return $value;
			}
			$text = $get();
			return '' === $text ? $value : $text;
		}

		/**
		 * Returns whether the form shows the shipping address.
		 *
		 * @param mixed $is_shown Whether the shop wants it.
		 */
		public static function ships_elsewhere( $is_shown ) {
			if ( ! Cartwright_Checkout::current() ) {
				return $is_shown;
			}
			foreach ( array_diff( self::ADDRESS, array( 'email', 'phone' ) ) as $name ) {
				if ( WC()->customer->{"get_shipping_$name"}() !== WC()->customer->{"get_billing_$name"}() ) {
					return 1;
				}
			}
			return $is_shown;
		}
	}

	/* ---- Checkout: the order ---------------------------------------------------------------------------------------- */

	/** Marks the orders of checkouts, and sees that a checkout has one order. */
	final class Cartwright_Orders {
		/** Registers the hooks. */
		public static function start() {
			cartwright_on( 'woocommerce_checkout_create_order', array( __CLASS__, 'mark' ) );
			cartwright_on( 'woocommerce_checkout_create_order_line_item', array( __CLASS__, 'mark_line' ) );
			cartwright_change( 'woocommerce_checkout_customer_id', array( __CLASS__, 'customer_id' ) );
			cartwright_change( 'woocommerce_checkout_update_customer_data', array( __CLASS__, 'may_change_account' ) );
			cartwright_change( 'woocommerce_checkout_registration_enabled', array( __CLASS__, 'may_register' ) );
			// The form.
			cartwright_on( 'woocommerce_review_order_before_submit', array( __CLASS__, 'print_field' ) );
			cartwright_on( 'woocommerce_checkout_process', array( __CLASS__, 'check_form' ) );
			cartwright_on( 'woocommerce_checkout_order_processed', array( __CLASS__, 'placed' ) );
			// The block.
			cartwright_on( 'woocommerce_store_api_checkout_update_order_meta', array( __CLASS__, 'mark_draft' ) );
			cartwright_on( 'wp_enqueue_scripts', array( __CLASS__, 'add_header' ) );
			add_action( 'woocommerce_store_api_checkout_update_customer_from_request', array( __CLASS__, 'check_block' ), 10, 2 );
			cartwright_on( 'woocommerce_store_api_checkout_order_processed', array( __CLASS__, 'placed_by_block' ) );
			cartwright_change( 'render_block_woocommerce/checkout', array( __CLASS__, 'with_notices' ) );
			// Afterwards.
			cartwright_change( 'woocommerce_order_received_verify_known_shoppers', array( __CLASS__, 'must_log_in' ) );
			cartwright_change( 'user_has_cap', array( __CLASS__, 'with_rights' ) );
			cartwright_on( 'woocommerce_thankyou', array( __CLASS__, 'print_return' ), 20 );
		}

		/** Returns the checkout that is being ordered, or null. */
		private static function ordered() {
			$checkout = Cartwright_Checkout::current();
			return $checkout && Cartwright_Cart::has_lines() ? $checkout : null;
		}

		/**
		 * Marks an order.
		 *
		 * @param WC_Order $order The order, before it is saved.
		 */
		public static function mark( $order ) {
			$checkout = self::ordered();
			if ( $checkout ) {
				$order->update_meta_data( '_cartwright_checkout', $checkout['id'] );
				$order->update_meta_data( '_cartwright_return_url', $checkout['return_url'] );
			} else {
				$order->delete_meta_data( '_cartwright_checkout' );
				$order->delete_meta_data( '_cartwright_return_url' );
			}
		}

		/**
		 * Marks the order of the block.
		 *
		 * @param WC_Order $order The order.
		 */
		public static function mark_draft( $order ) {
			$before = $order->get_meta( '_cartwright_checkout' );
			self::mark( $order );
			if ( $order->get_meta( '_cartwright_checkout' ) !== $before ) {
				$order->save();
			}
		}

		/**
		 * Marks a line of an order, and gives it the data of the line. WooCommerce keeps its own figures of a line under names with a
		 * low line first, so those of the data get a prefix.
		 *
		 * @param WC_Order_Item_Product $line The line.
		 * @param string                $key  The key of the line in the cart.
		 * @param array                 $item The line in the cart.
		 */
		public static function mark_line( $line, $key, $item ) {
			if ( ! isset( $item['cartwright'] ) ) {
				return;
			}
			$line->update_meta_data( '_cartwright_line', $item['cartwright']['line'] );
			foreach ( $item['cartwright']['data'] as $name => $text ) {
				$line->add_meta_data( 0 === strpos( (string) $name, '_' ) ? '_cartwright' . $name : $name, $text );
			}
		}

		/**
		 * Returns the customer of the order, who needs no login for it. A login goes before.
		 *
		 * @param int $id The id of the user who is logged in, 0 for none.
		 */
		public static function customer_id( $id ) {
			$checkout = 0 === (int) $id ? self::ordered() : null;
			return $checkout ? $checkout['customer'] : $id;
		}

		/**
		 * Returns whether the order may change the addresses of the account: only its owner, logged in, may.
		 *
		 * @param bool $may Whether the shop wants it.
		 */
		public static function may_change_account( $may ) {
			$checkout = Cartwright_Checkout::current();
			return $may && ( is_user_logged_in() || ! $checkout || 0 === $checkout['customer'] );
		}

		/**
		 * Returns whether the checkout offers a new account. A customer has one.
		 *
		 * @param bool $may Whether the shop wants it.
		 */
		public static function may_register( $may ) {
			$checkout = Cartwright_Checkout::current();
			return $may && ( is_user_logged_in() || ! $checkout || 0 === $checkout['customer'] );
		}

		/* One order. */

		/** Prints the id of the checkout into the form, by which an order from an old page is noticed. */
		public static function print_field() {
			$checkout = Cartwright_Checkout::current();
			echo '<input type="hidden" name="cartwright_checkout" value="' . esc_attr( $checkout ? $checkout['id'] : '' ) . '">';
		}

		/** Refuses an order from a page that shows another cart, and a second order of a checkout. */
		public static function check_form() {
			$checkout = Cartwright_Checkout::current();
			// phpcs:ignore WordPress.Security.NonceVerification.Missing -- WooCommerce has checked its nonce.
			$shown = isset( $_POST['cartwright_checkout'] ) ? sanitize_text_field( wp_unslash( $_POST['cartwright_checkout'] ) ) : null;
			if ( null !== $shown && ( $checkout ? $checkout['id'] : '' ) !== $shown ) {
				WC()->session->set( 'refresh_totals', true );
				wc_add_notice( __( 'Your cart has changed in another window. Please check your order.', 'cartwright' ), 'error' );
			} elseif ( self::is_ordered( 'order_awaiting_payment' ) ) {
				WC()->session->set( 'refresh_totals', true );
				wc_add_notice( __( 'This cart was already ordered.', 'cartwright' ), 'error' );
			}
		}

		/** Makes the block send the id of the checkout that its page shows, as the form does. */
		public static function add_header() {
			if ( is_checkout() ) {
				$checkout = Cartwright_Checkout::current();
				wp_add_inline_script(
					'wp-api-fetch',
					"wp.apiFetch.use( function ( options, next ) {\n" .
					"if ( /wc\\/store(\\/v1)?\\/checkout/.test( options.path || options.url || '' ) ) {\n" .
					'options = Object.assign( {}, options, { headers: Object.assign( {}, options.headers, { "X-Cartwright-Checkout": ' .
					wp_json_encode( $checkout ? $checkout['id'] : 'none' ) . " } ) } );\n}\nreturn next( options );\n} );"
				);
			}
		}

		/**
		 * Refuses an order from a page that shows another cart, and a second order of a checkout, by the block.
		 *
		 * @param WC_Customer          $customer The shopper.
		 * @param WP_REST_Request|null $request  The order.
		 * @throws Automattic\WooCommerce\StoreApi\Exceptions\RouteException If it is refused.
		 */
		public static function check_block( $customer = null, $request = null ) {
			$text = '';
			try {
				$checkout = Cartwright_Checkout::current();
				$shown    = $request ? $request->get_header( 'x_cartwright_checkout' ) : null;
				if ( null !== $shown && ( $checkout ? $checkout['id'] : 'none' ) !== $shown ) {
					$text = __( 'Your cart has changed in another window. Please load this page again, and check your order.', 'cartwright' );
				} elseif ( self::is_ordered( 'store_api_draft_order' ) ) {
					$text = __( 'This cart was already ordered.', 'cartwright' );
				}
			} catch ( Throwable $problem ) {
				unset( $problem );
			}
			if ( '' !== $text ) {
				throw new Automattic\WooCommerce\StoreApi\Exceptions\RouteException( 'cartwright_cart_changed', esc_html( $text ), 400 );
			}
		}

		/**
		 * Returns whether the checkout has an order that was placed. An order that waits for its payment is continued. One request
		 * at a time asks, and others wait until its order is there.
		 *
		 * @param string $name Where the session has the order that waits.
		 */
		private static function is_ordered( $name ) {
			$checkout = self::ordered();
			if ( ! $checkout ) {
				return false;
			}
			$order = cartwright_quietly(
				static function () use ( $checkout ) {
					global $wpdb;
					// Released when the request ends, because the connection ends.
					$name = 'cartwright ' . md5( DB_NAME . $wpdb->prefix . $checkout['id'] );
					$lock = cartwright_select( $wpdb->prepare( 'SELECT GET_LOCK(%s, 20) AS is_mine', $name ) );
					if ( $lock && '0' === (string) $lock[0]->is_mine ) {
						return array( 'status' => 'processing' );
					}
					$orders = cartwright_orders_of( array( $checkout['id'] ) );
					return $orders ? $orders[0] : null;
				}
			);
			if ( ! $order || 'checkout-draft' === $order['status'] || 'cancelled' === $order['status'] ) {
				return false;
			}
			if ( cartwright_is_placed( $order['status'] ) ) {
				// This request has an old session. The cart in it was ordered.
				Cartwright_Checkout::end();
				return true;
			}
			WC()->session->set( $name, $order['order'] );
			return false;
		}

		/**
		 * Remembers an order of the form.
		 *
		 * @param int           $id    Its id.
		 * @param array         $data  The fields of the form.
		 * @param WC_Order|null $order The order.
		 */
		public static function placed( $id, $data = array(), $order = null ) {
			$order = $order ? $order : wc_get_order( $id );
			if ( $order && '' !== (string) $order->get_meta( '_cartwright_checkout' ) ) {
				self::remember( $order );
			}
		}

		/**
		 * Remembers an order of the block, and gives it its customer. WooCommerce has taken that of the login, and after this does
		 * not write into the account.
		 *
		 * @param WC_Order $order The order.
		 */
		public static function placed_by_block( $order ) {
			if ( '' === (string) $order->get_meta( '_cartwright_checkout' ) ) {
				return;
			}
			$id = self::customer_id( $order->get_customer_id() );
			if ( $id !== $order->get_customer_id() ) {
				$order->set_customer_id( $id );
				$order->save();
			}
			self::remember( $order );
		}

		/**
		 * Remembers that this browser has placed an order, and cancels others of the checkout that wait for their payment.
		 *
		 * @param WC_Order $order The order.
		 */
		private static function remember( $order ) {
			$orders = array_diff( (array) WC()->session->get( 'cartwright_orders' ), array( $order->get_id() ) );
			WC()->session->set( 'cartwright_orders', array_slice( array_merge( $orders, array( $order->get_id() ) ), -20 ) );
			foreach ( cartwright_rows_of( array( $order->get_meta( '_cartwright_checkout' ) ) ) as $row ) {
				$other = $row['order'] !== $order->get_id() && in_array( $row['status'], array( 'pending', 'failed' ), true ) ? wc_get_order( $row['order'] ) : null;
				if ( $other && $other->has_status( array( 'pending', 'failed' ) ) ) {
					/* translators: %s: number of an order */
					$other->update_status( 'cancelled', sprintf( __( 'Order %s has taken its place.', 'cartwright' ), $order->get_order_number() ) );
				}
			}
		}

		/* Afterwards. */

		/** Returns the order whose page "order received" is open, or null. */
		public static function received() {
			global $wp;
			$id    = isset( $wp->query_vars['order-received'] ) ? absint( $wp->query_vars['order-received'] ) : 0;
			$key   = isset( $_GET['key'] ) && is_string( $_GET['key'] ) ? wc_clean( wp_unslash( $_GET['key'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification.Recommended
			$order = $id > 0 ? wc_get_order( $id ) : null;
			return $order instanceof WC_Order && '' !== $key && hash_equals( $order->get_order_key(), $key ) ? $order : null;
		}

		/**
		 * Returns whether this browser has placed an order.
		 *
		 * @param int $id The id of the order.
		 */
		private static function is_of_browser( $id ) {
			$session = Cartwright_Checkout::session();
			return $session && in_array( (int) $id, array_map( 'intval', (array) $session->get( 'cartwright_orders' ) ), true );
		}

		/**
		 * Returns whether the page "order received" asks for a login. Who has placed the order needs none.
		 *
		 * @param bool $must Whether the shop wants it.
		 */
		public static function must_log_in( $must ) {
			$order = $must ? self::received() : null;
			return $must && ! ( $order && self::is_of_browser( $order->get_id() ) );
		}

		/**
		 * Returns the rights of the user: who has placed an order may pay it, or cancel it, without a login.
		 *
		 * @param bool[] $rights The rights.
		 * @param array  $needed The rights that are needed.
		 * @param array  $asked  The right that was asked for, the user and the order.
		 */
		public static function with_rights( $rights, $needed = array(), $asked = array() ) {
			$right = isset( $asked[0], $asked[1], $asked[2] ) && is_numeric( $asked[2] ) ? $asked[0] : '';
			if ( in_array( $right, array( 'pay_for_order', 'cancel_order' ), true ) && (int) get_current_user_id() === (int) $asked[1] && self::is_of_browser( $asked[2] ) ) {
				$rights[ $right ] = true;
			}
			return $rights;
		}

		/**
		 * Prints the link back, on the page "order received".
		 *
		 * @param int $id The id of the order.
		 */
		public static function print_return( $id ) {
			$order   = wc_get_order( $id );
			$address = $order ? (string) $order->get_meta( '_cartwright_return_url' ) : '';
			if ( '' !== $address ) {
				$address = add_query_arg( 'checkout', rawurlencode( $order->get_meta( '_cartwright_checkout' ) ), $address );
				echo '<p class="cartwright-return"><a class="button wp-element-button" href="' . esc_url( $address ) . '">' .
					esc_html__( 'Continue shopping', 'woocommerce' ) . '</a></p>'; // phpcs:ignore WordPress.WP.I18n.TextDomainMismatch
			}
		}

		/**
		 * Returns the checkout block with the notices before it. The block itself shows none.
		 *
		 * @param string $html The block.
		 */
		public static function with_notices( $html ) {
			return Cartwright_Checkout::current() ? wc_print_notices( true ) . $html : $html;
		}
	}

	/* ---- Checkout: languages ---------------------------------------------------------------------------------------- */

	/** Every sentence of the plugin in the languages of Cartwright. A translation that WordPress has goes before. */
	final class Cartwright_Texts {
		const TEXTS = array(
			'The checkout is not set up: CARTWRIGHT_URL is missing in wp-config.php.' => array(
				'de' => 'Die Kasse ist nicht eingerichtet: In wp-config.php fehlt CARTWRIGHT_URL.',
				'fr' => 'La page de paiement n’est pas configurée : CARTWRIGHT_URL manque dans wp-config.php.',
				'es' => 'La página de pago no está configurada: falta CARTWRIGHT_URL en wp-config.php.',
				'it' => 'La pagina di pagamento non è configurata: in wp-config.php manca CARTWRIGHT_URL.',
				'nl' => 'De kassa is niet ingesteld: CARTWRIGHT_URL ontbreekt in wp-config.php.',
				'pl' => 'Kasa nie jest skonfigurowana: w wp-config.php brakuje CARTWRIGHT_URL.',
			),
			'The checkout cannot be opened. Please try again.' => array(
				'de' => 'Die Kasse kann nicht geöffnet werden. Bitte versuchen Sie es noch einmal.',
				'fr' => 'La page de paiement ne peut pas être ouverte. Veuillez réessayer.',
				'es' => 'No se puede abrir la página de pago. Inténtelo de nuevo.',
				'it' => 'Non è possibile aprire la pagina di pagamento. Riprovi.',
				'nl' => 'De kassa kan niet worden geopend. Probeer het opnieuw.',
				'pl' => 'Nie można otworzyć kasy. Spróbuj ponownie.',
			),
			'Your cart is ready for the checkout.' => array(
				'de' => 'Ihr Warenkorb ist bereit für die Kasse.',
				'fr' => 'Votre panier est prêt pour le paiement.',
				'es' => 'Su carrito está listo para el pago.',
				'it' => 'Il carrello è pronto per il pagamento.',
				'nl' => 'Uw winkelwagen is klaar voor de kassa.',
				'pl' => 'Koszyk jest gotowy do złożenia zamówienia.',
			),
			'The prices of your cart are in %1$s, but this checkout is in %2$s. Please go back to your cart.' => array(
				'de' => 'Die Preise Ihres Warenkorbs sind in %1$s, diese Kasse rechnet aber in %2$s. Bitte gehen Sie zurück zu Ihrem Warenkorb.',
				'fr' => 'Les prix de votre panier sont en %1$s, mais cette page de paiement est en %2$s. Veuillez revenir à votre panier.',
				'es' => 'Los precios de su carrito están en %1$s, pero esta página de pago está en %2$s. Vuelva a su carrito.',
				'it' => 'I prezzi del carrello sono in %1$s, ma questa pagina di pagamento è in %2$s. Torni al carrello.',
				'nl' => 'De prijzen in uw winkelwagen zijn in %1$s, maar deze kassa rekent in %2$s. Ga terug naar uw winkelwagen.',
				'pl' => 'Ceny w koszyku są w walucie %1$s, a ta kasa używa waluty %2$s. Wróć do koszyka.',
			),
			'None of the products in your cart can be bought any more.' => array(
				'de' => 'Keines der Produkte in Ihrem Warenkorb kann noch gekauft werden.',
				'fr' => 'Plus aucun des produits de votre panier ne peut être acheté.',
				'es' => 'Ya no se puede comprar ninguno de los productos de su carrito.',
				'it' => 'Nessuno dei prodotti nel carrello è più acquistabile.',
				'nl' => 'Geen van de producten in uw winkelwagen kan nog worden gekocht.',
				'pl' => 'Żadnego z produktów w koszyku nie można już kupić.',
			),
			'The total of your cart was %1$s and is now %2$s. Please check your order.' => array(
				'de' => 'Die Gesamtsumme Ihres Warenkorbs war %1$s und ist jetzt %2$s. Bitte prüfen Sie Ihre Bestellung.',
				'fr' => 'Le total de votre panier était de %1$s et est maintenant de %2$s. Veuillez vérifier votre commande.',
				'es' => 'El total de su carrito era %1$s y ahora es %2$s. Revise su pedido.',
				'it' => 'Il totale del carrello era %1$s e ora è %2$s. Controlli l’ordine.',
				'nl' => 'Het totaal van uw winkelwagen was %1$s en is nu %2$s. Controleer uw bestelling.',
				'pl' => 'Wartość koszyka wynosiła %1$s, a teraz wynosi %2$s. Sprawdź zamówienie.',
			),
			'This link was already opened in another browser. Please go back to your cart, and begin the checkout there.' => array(
				'de' => 'Dieser Link wurde schon in einem anderen Browser geöffnet. Bitte gehen Sie zurück zu Ihrem Warenkorb und von dort zur Kasse.',
				'fr' => 'Ce lien a déjà été ouvert dans un autre navigateur. Veuillez revenir à votre panier et recommencer la commande.',
				'es' => 'Este enlace ya se abrió en otro navegador. Vuelva a su carrito e inicie la compra desde allí.',
				'it' => 'Questo link è già stato aperto in un altro browser. Torni al carrello e ricominci l’acquisto da lì.',
				'nl' => 'Deze link is al in een andere browser geopend. Ga terug naar uw winkelwagen en ga daar naar de kassa.',
				'pl' => 'Ten link otwarto już w innej przeglądarce. Wróć do koszyka i przejdź do kasy stamtąd.',
			),
			'This cart was already ordered.' => array(
				'de' => 'Dieser Warenkorb wurde schon bestellt.',
				'fr' => 'Ce panier a déjà été commandé.',
				'es' => 'Este carrito ya se ha pedido.',
				'it' => 'Questo carrello è già stato ordinato.',
				'nl' => 'Deze winkelwagen is al besteld.',
				'pl' => 'Zawartość tego koszyka została już zamówiona.',
			),
			'This link is no longer valid. Please go back to your cart, and begin the checkout again.' => array(
				'de' => 'Dieser Link ist nicht mehr gültig. Bitte gehen Sie zurück zu Ihrem Warenkorb und noch einmal zur Kasse.',
				'fr' => 'Ce lien n’est plus valable. Veuillez revenir à votre panier et recommencer la commande.',
				'es' => 'Este enlace ya no es válido. Vuelva a su carrito e inicie la compra de nuevo.',
				'it' => 'Questo link non è più valido. Torni al carrello e ricominci l’acquisto.',
				'nl' => 'Deze link is niet meer geldig. Ga terug naar uw winkelwagen en ga opnieuw naar de kassa.',
				'pl' => 'Ten link jest już nieważny. Wróć do koszyka i przejdź do kasy ponownie.',
			),
			'Your cart cannot be read at the moment. Please try again.' => array(
				'de' => 'Ihr Warenkorb kann im Moment nicht gelesen werden. Bitte versuchen Sie es noch einmal.',
				'fr' => 'Votre panier ne peut pas être lu pour le moment. Veuillez réessayer.',
				'es' => 'En este momento no se puede leer su carrito. Inténtelo de nuevo.',
				'it' => 'Al momento non è possibile leggere il carrello. Riprovi.',
				'nl' => 'Uw winkelwagen kan op dit moment niet worden gelezen. Probeer het opnieuw.',
				'pl' => 'W tej chwili nie można odczytać koszyka. Spróbuj ponownie.',
			),
			'%s is no longer available.' => array(
				'de' => '%s ist nicht mehr erhältlich.',
				'fr' => '%s n’est plus disponible.',
				'es' => '%s ya no está disponible.',
				'it' => '%s non è più disponibile.',
				'nl' => '%s is niet meer verkrijgbaar.',
				'pl' => '%s: produkt nie jest już dostępny.',
			),
			'%1$s: the quantity is now %2$s.' => array(
				'de' => '%1$s: Die Menge ist jetzt %2$s.',
				'fr' => '%1$s : la quantité est maintenant de %2$s.',
				'es' => '%1$s: la cantidad es ahora %2$s.',
				'it' => '%1$s: la quantità è ora %2$s.',
				'nl' => '%1$s: het aantal is nu %2$s.',
				'pl' => '%1$s: ilość wynosi teraz %2$s.',
			),
			'The coupon "%s" cannot be used.' => array(
				'de' => 'Der Gutschein „%s“ kann nicht verwendet werden.',
				'fr' => 'Le code promo « %s » ne peut pas être utilisé.',
				'es' => 'El cupón «%s» no se puede usar.',
				'it' => 'Il codice promozionale «%s» non può essere usato.',
				'nl' => 'De kortingsbon ‘%s’ kan niet worden gebruikt.',
				'pl' => 'Nie można użyć kuponu „%s”.',
			),
			'Your cart has changed in another window. Please check your order.' => array(
				'de' => 'Ihr Warenkorb hat sich in einem anderen Fenster geändert. Bitte prüfen Sie Ihre Bestellung.',
				'fr' => 'Votre panier a changé dans une autre fenêtre. Veuillez vérifier votre commande.',
				'es' => 'Su carrito ha cambiado en otra ventana. Revise su pedido.',
				'it' => 'Il carrello è cambiato in un’altra finestra. Controlli l’ordine.',
				'nl' => 'Uw winkelwagen is in een ander venster gewijzigd. Controleer uw bestelling.',
				'pl' => 'Zawartość koszyka zmieniła się w innym oknie. Sprawdź zamówienie.',
			),
			'Your cart has changed in another window. Please load this page again, and check your order.' => array(
				'de' => 'Ihr Warenkorb hat sich in einem anderen Fenster geändert. Bitte laden Sie diese Seite neu und prüfen Sie Ihre Bestellung.',
				'fr' => 'Votre panier a changé dans une autre fenêtre. Veuillez actualiser cette page et vérifier votre commande.',
				'es' => 'Su carrito ha cambiado en otra ventana. Vuelva a cargar esta página y revise su pedido.',
				'it' => 'Il carrello è cambiato in un’altra finestra. Ricarichi questa pagina e controlli l’ordine.',
				'nl' => 'Uw winkelwagen is in een ander venster gewijzigd. Laad deze pagina opnieuw en controleer uw bestelling.',
				'pl' => 'Zawartość koszyka zmieniła się w innym oknie. Odśwież tę stronę i sprawdź zamówienie.',
			),
			'Order %s has taken its place.' => array(
				'de' => 'Bestellung %s hat sie ersetzt.',
				'fr' => 'La commande %s l’a remplacée.',
				'es' => 'El pedido %s lo ha sustituido.',
				'it' => 'L’ordine %s lo ha sostituito.',
				'nl' => 'Bestelling %s is ervoor in de plaats gekomen.',
				'pl' => 'Zastąpiło je zamówienie %s.',
			),
		);

		/** Registers the hook. */
		public static function start() {
			cartwright_change( 'gettext_cartwright', array( __CLASS__, 'translated' ) );
		}

		/**
		 * Returns a sentence in the language of the page.
		 *
		 * @param string $translation The translation that WordPress has; the sentence itself if there is none.
		 * @param string $text        The sentence in English.
		 */
		public static function translated( $translation, $text = '' ) {
			$language = strtok( determine_locale(), '_' );
			return $translation === $text && isset( self::TEXTS[ $text ][ $language ] ) ? self::TEXTS[ $text ][ $language ] : $translation;
		}
	}

	/**
	 * Returns whether an order with this status was placed. Other plugins have further statuses; all of them come later.
	 *
	 * @param string $status The status.
	 */
	function cartwright_is_placed( $status ) {
		return ! in_array( $status, array( 'checkout-draft', 'pending', 'failed', 'cancelled' ), true );
	}

	/**
	 * Returns all orders of checkouts, the newest first: the members `id` (of the checkout), `order` and `status`.
	 *
	 * @param string[] $ids The ids of the checkouts.
	 * @throws RuntimeException If the database refuses it.
	 */
	function cartwright_rows_of( array $ids ) {
		global $wpdb;
		$places = implode( ', ', array_fill( 0, count( $ids ), '%s' ) );
		$select = cartwright_has_order_tables()
			? "SELECT m.meta_value AS checkout, o.id, o.status FROM {$wpdb->prefix}wc_orders_meta AS m
				INNER JOIN {$wpdb->prefix}wc_orders AS o ON o.id = m.order_id AND o.type = 'shop_order'"
			: "SELECT m.meta_value AS checkout, o.ID AS id, o.post_status AS status FROM {$wpdb->postmeta} AS m
				INNER JOIN {$wpdb->posts} AS o ON o.ID = m.post_id AND o.post_type = 'shop_order'";
		$rows   = cartwright_select(
			$wpdb->prepare( "$select WHERE m.meta_key = '_cartwright_checkout' AND m.meta_value IN ($places) ORDER BY o.id DESC", $ids )
		);
		$found  = array();
		foreach ( $rows as $row ) {
			$status = 0 === strpos( $row->status, 'wc-' ) ? substr( $row->status, 3 ) : $row->status;
			// MySQL finds texts without regard to upper and lower case.
			if ( in_array( $row->checkout, $ids, true ) && ! in_array( $status, array( 'trash', 'auto-draft' ), true ) ) {
				$found[] = array(
					'id'     => $row->checkout,
					'order'  => (int) $row->id,
					'status' => $status,
				);
			}
		}
		return $found;
	}

	/**
	 * Returns the order of each checkout that has one: one that was placed before others, then the newest.
	 *
	 * @param string[] $ids The ids of the checkouts.
	 * @throws RuntimeException If the database refuses it.
	 */
	function cartwright_orders_of( array $ids ) {
		$orders = array();
		foreach ( cartwright_rows_of( $ids ) as $row ) {
			$known = isset( $orders[ $row['id'] ] ) ? $orders[ $row['id'] ] : null;
			if ( ! $known || ( cartwright_is_placed( $row['status'] ) && ! cartwright_is_placed( $known['status'] ) ) ) {
				$orders[ $row['id'] ] = $row;
			}
		}
		return array_values( $orders );
	}

	/**
	 * Answers which orders checkouts have.
	 *
	 * @param WP_REST_Request $request Has `ids`, at most 50 ids of checkouts with commas between them.
	 * @return WP_REST_Response|WP_Error The answer; 400 for other ids, 503 if the database fails.
	 */
	function cartwright_checkouts_route( $request ) {
		try {
			$ids = array_values( array_unique( explode( ',', (string) $request['ids'] ) ) );
			if ( count( $ids ) > 50 || count( preg_grep( '/^[A-Za-z0-9_-]{1,64}$/D', $ids ) ) < count( $ids ) ) {
				return new WP_Error( 'cartwright_bad_ids', 'The parameter ids must have 1 to 50 ids of checkouts.', array( 'status' => 400 ) );
			}
			$orders = cartwright_quietly(
				static function () use ( $ids ) {
					return cartwright_orders_of( $ids );
				}
			);
			return rest_ensure_response( array( 'checkouts' => $orders ) );
		} catch ( Throwable $problem ) {
			return new WP_Error( 'cartwright_orders_unknown', 'The orders cannot be read.', array( 'status' => 503 ) );
		}
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
