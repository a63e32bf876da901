<?php
/**
 * WordPress for the tests of the plugin: the functions that it calls, with the data that a test gives them, and a table in
 * memory. `php wordpress.fixture.php PLUGIN` loads the plugin, runs the code on stdin, ends as WordPress does, and prints JSON:
 * `{rows, statements, printed, result}`. Rows of the journal are texts such as `product 5` or `variation 7/5`.
 */

define( 'ABSPATH', __DIR__ . '/' );
define( 'WC_VERSION', '10.5.0' );
define( 'DB_NAME', 'shop' );
define( 'MB_IN_BYTES', 1048576 );

/** What a test sets and reads. */
final class Site {
	public static $posts      = array();
	public static $terms      = array();
	public static $comments   = array();
	public static $users      = array();
	public static $attributes = array();
	public static $blogs      = array();
	public static $multisite  = false;
	public static $manager    = true;
	public static $routes     = array();
	public static $activate   = null;
	public static $uninstall  = null;
	public static $hooks      = array();
	public static $hashed     = 0;
	public static $result     = null;
	/** The stub functions that throw: names, or "all". */
	public static $broken = array();
	/** How the database fails: "missing" (no table), "full" (no room for rows), "away", "throws", or null. */
	public static $fault = null;
	/** The clock of the database, in seconds. */
	public static $clock = 1000000;
	/** Orders of checkouts: lists of the id of the checkout, the number of the order and its status, as the database has them. */
	public static $orders = array();
}

/** Throws if the test has broken this function. */
function stub( $name ) {
	if ( 'all' === Site::$broken || in_array( $name, (array) Site::$broken, true ) ) {
		throw new Error( "$name is broken" );
	}
}

class wpdb {
	public $prefix         = 'wp_';
	public $posts          = 'wp_posts';
	public $postmeta       = 'wp_postmeta';
	public $insert_id      = 77;
	public $last_error     = 'an error of the shop';
	public $last_query     = 'SELECT the shop';
	public $last_result    = array( 'a row of the shop' );
	public $num_rows       = 5;
	public $rows_affected  = 3;
	public $tables         = array();
	public $statements     = array();
	private $is_suppressed = false;

	public function suppress_errors( $suppress = true ) {
		stub( 'suppress_errors' );
		list( $before, $this->is_suppressed ) = array( $this->is_suppressed, $suppress );
		return $before;
	}

	public function get_charset_collate() {
		stub( 'get_charset_collate' );
		return 'DEFAULT CHARACTER SET utf8mb4';
	}

	public function get_blog_prefix( $id = null ) {
		stub( 'get_blog_prefix' );
		return null === $id ? $this->prefix : ( 1 === (int) $id ? 'wp_' : "wp_{$id}_" );
	}

	public function prepare( $sql, ...$values ) {
		stub( 'prepare' );
		$values = isset( $values[0] ) && is_array( $values[0] ) ? $values[0] : $values;
		return preg_replace_callback(
			'/%[sd]/',
			static function ( $place ) use ( &$values ) {
				$value = array_shift( $values );
				return '%d' === $place[0] ? (string) (int) $value : "'" . addslashes( $value ) . "'";
			},
			$sql
		);
	}

	public function get_results( $sql ) {
		$this->query( $sql );
		return $this->last_result;
	}

	public function query( $sql ) {
		stub( 'query' );
		$this->last_error  = '';
		$this->last_result = array();
		$this->last_query  = $sql;
		$this->statements[] = trim( preg_replace( '/\s+/', ' ', $sql ) );
		$table = preg_match( '/`(\w+)`/', $sql, $found ) ? $found[1] : '';
		$error = $this->fault_of( $sql, $table );
		if ( null !== $error ) {
			$this->last_error = $error;
			if ( ! $this->is_suppressed ) {
				echo $error;
			}
			return false;
		}
		$this->run( $sql, $table );
		return true;
	}

	private function fault_of( $sql, $table ) {
		if ( 'throws' === Site::$fault ) {
			throw new Exception( 'the database throws' );
		}
		if ( 'away' === Site::$fault ) {
			return 'MySQL server has gone away';
		}
		if ( 'full' === Site::$fault && preg_match( '/^\s*(INSERT|CREATE)/', $sql ) ) {
			return "The table '$table' is full";
		}
		if ( '' === $table ) {
			return null;
		}
		$is_missing = 'missing' === Site::$fault || ! isset( $this->tables[ $table ] );
		return $is_missing && ! preg_match( '/^\s*(CREATE|DROP)/', $sql ) ? "Table '$table' doesn't exist" : null;
	}

	/** Runs the few statements that the plugin has. */
	private function run( $sql, $table ) {
		if ( preg_match( '/^\s*CREATE TABLE IF NOT EXISTS .*ENGINE=InnoDB/s', $sql ) ) {
			Site::$fault            = null;
			$this->tables[ $table ] = isset( $this->tables[ $table ] ) ? $this->tables[ $table ] : array();
		} elseif ( preg_match( '/^DROP TABLE IF EXISTS/', $sql ) ) {
			unset( $this->tables[ $table ] );
		} elseif ( preg_match( '/^INSERT INTO `\w+` \(kind, id, parent, stamp, written\) VALUES /', $sql ) ) {
			preg_match_all( "/\('(\w+)', (\d+), (\d+), (\d+), UNIX_TIMESTAMP\(\)\)/", $sql, $rows, PREG_SET_ORDER );
			foreach ( $rows as $row ) {
				$this->add( $table, $row[1], $row[2], $row[3], $row[4], Site::$clock );
			}
			$this->insert_id = count( $this->tables[ $table ] );
		} elseif ( preg_match( '/^DELETE FROM `\w+` WHERE number <= (\d+)$/', $sql, $found ) ) {
			foreach ( array_keys( $this->tables[ $table ] ) as $number ) {
				if ( $number <= $found[1] ) {
					unset( $this->tables[ $table ][ $number ] );
				}
			}
		} elseif ( preg_match( '/^SELECT [\w*, ()]+ FROM `\w+`(?: WHERE (.+?))?(?: ORDER BY (?:number|written)( DESC)?)?(?: LIMIT (\d+))?$/', $sql, $found ) ) {
			$this->last_result = $this->selected( $table, $found + array( '', '', '', '' ) );
		} elseif ( preg_match( '/^SELECT m.meta_value AS checkout, .*m.meta_value IN \((.*)\) ORDER BY o.id DESC$/s', $sql, $found ) ) {
			foreach ( array_reverse( Site::$orders ) as list( $checkout, $id, $status ) ) {
				if ( false !== stripos( $found[1], "'$checkout'" ) ) {
					$this->last_result[] = (object) array( 'checkout' => $checkout, 'id' => (string) $id, 'status' => $status );
				}
			}
		} elseif ( preg_match( '/^SELECT GET_LOCK\(/', $sql ) ) {
			$this->last_result = array( (object) array( 'is_mine' => 'locked' === Site::$fault ? '0' : '1' ) );
		} else {
			throw new LogicException( "a statement that the stub does not know: $sql" );
		}
	}

	private function selected( $table, $found ) {
		list( , $where, $is_descending, $limit ) = $found;
		$rows = array();
		foreach ( $this->tables[ $table ] as $row ) {
			$holds = true;
			foreach ( '' === $where ? array() : explode( ' AND ', $where ) as $condition ) {
				list( $name, $operator, $value ) = explode( ' ', $condition );
				$compared = (int) $row->$name <=> (int) $value;
				$holds    = $holds && in_array( $compared, array( '=' => array( 0 ), '>' => array( 1 ), '<' => array( -1 ), '<=' => array( -1, 0 ), '>=' => array( 0, 1 ) )[ $operator ], true );
			}
			if ( $holds ) {
				$row->clock = (string) Site::$clock;
				$rows[]     = clone $row;
			}
		}
		$rows = '' === $is_descending ? $rows : array_reverse( $rows );
		return '' === $limit ? $rows : array_slice( $rows, 0, (int) $limit );
	}

	/** Adds a row. MySQL gives all values as texts. */
	public function add( $table, $kind, $id, $parent, $stamp, $written, $number = null ) {
		$number = null === $number ? ( $this->tables[ $table ] ? max( array_keys( $this->tables[ $table ] ) ) + 1 : 1 ) : $number;
		$this->tables[ $table ][ $number ] = (object) array_map( 'strval', compact( 'number', 'kind', 'id', 'parent', 'stamp', 'written' ) );
	}
}

class WP_Error {
	public $code;
	public $data;
	public function __construct( $code, $message, $data ) {
		$this->code = $code;
		$this->data = $data;
	}
}

/** A request with the types and defaults that the route declares. */
class Request implements ArrayAccess {
	private $parameters;
	private $body;
	public function __construct( $parameters, $body ) {
		$this->parameters = $parameters;
		$this->body       = $body;
	}
	public function get_json_params() {
		return $this->body;
	}
	public function offsetExists( $name ): bool {
		return isset( $this->parameters[ $name ] );
	}
	#[\ReturnTypeWillChange]
	public function offsetGet( $name ) {
		return isset( $this->parameters[ $name ] ) ? $this->parameters[ $name ] : 0;
	}
	public function offsetSet( $name, $value ): void {}
	public function offsetUnset( $name ): void {}
}

function add_filter( $hook, $work, $priority = 10, $count = 1 ) {
	Site::$hooks[ $hook ][ $priority ][] = $work;
}
function add_action( $hook, $work, $priority = 10, $count = 1 ) {
	add_filter( $hook, $work, $priority, $count );
}
function apply_filters( $hook, $value = '', ...$more ) {
	stub( 'apply_filters' );
	return fire( $hook, $value, ...$more );
}
function do_action( $hook, ...$given ) {
	stub( 'do_action' );
	fire( $hook, ...( $given ? $given : array( '' ) ) );
}
/** Runs a hook as WordPress does: in the order of priorities. */
function fire( $hook, $value = '', ...$more ) {
	$works = isset( Site::$hooks[ $hook ] ) ? Site::$hooks[ $hook ] : array();
	ksort( $works );
	foreach ( $works as $priority => $same ) {
		foreach ( $same as $work ) {
			// A hook may have removed those after it.
			if ( isset( Site::$hooks[ $hook ][ $priority ] ) ) {
				$value = $work( $value, ...$more );
			}
		}
	}
	return $value;
}
function remove_all_actions( $hook ) {
	stub( 'remove_all_actions' );
	Site::$hooks[ $hook ] = array();
}
function register_activation_hook( $file, $work ) {
	stub( 'register_activation_hook' );
	Site::$activate = $work;
}
function register_uninstall_hook( $file, $work ) {
	stub( 'register_uninstall_hook' );
	Site::$uninstall = $work;
}
function register_rest_route( $space, $path, $route ) {
	stub( 'register_rest_route' );
	Site::$routes[ $space . $path ] = $route;
}
function rest_ensure_response( $answer ) {
	stub( 'rest_ensure_response' );
	return $answer;
}
function nocache_headers() {
	stub( 'nocache_headers' );
}
function current_user_can( $right ) {
	stub( 'current_user_can' );
	return 'manage_woocommerce' === $right && Site::$manager;
}
function get_bloginfo( $what ) {
	stub( 'get_bloginfo' );
	return '6.9';
}
function entry( $name, $entries, $id ) {
	stub( $name );
	return isset( $entries[ $id ] ) ? (object) ( array( 'ID' => $id ) + $entries[ $id ] ) : null;
}
function get_post( $id ) {
	return entry( 'get_post', Site::$posts, $id );
}
function get_post_type( $id ) {
	$post = entry( 'get_post_type', Site::$posts, $id );
	return $post ? $post->post_type : false;
}
function get_term( $id ) {
	return entry( 'get_term', Site::$terms, $id );
}
function get_comment( $id ) {
	return entry( 'get_comment', Site::$comments, $id );
}
function get_userdata( $id ) {
	return entry( 'get_userdata', Site::$users, $id );
}
function get_user_by( $member, $value ) {
	stub( 'get_user_by' );
	foreach ( Site::$users as $id => $user ) {
		if ( $user[ 'login' === $member ? 'user_login' : 'user_email' ] === $value ) {
			return (object) ( array( 'ID' => $id ) + $user );
		}
	}
	return false;
}
function wc_attribute_taxonomy_id_by_name( $name ) {
	stub( 'wc_attribute_taxonomy_id_by_name' );
	return isset( Site::$attributes[ $name ] ) ? Site::$attributes[ $name ] : 0;
}
function is_multisite() {
	stub( 'is_multisite' );
	return Site::$multisite;
}
function is_user_spammy( $user ) {
	stub( 'is_user_spammy' );
	return ! empty( $user->spam );
}
function get_blogs_of_user( $id, $all = false ) {
	stub( 'get_blogs_of_user' );
	return array_map( static fn( $blog ) => (object) array( 'userblog_id' => $blog ), Site::$blogs );
}
function get_sites( $query ) {
	stub( 'get_sites' );
	return Site::$blogs;
}
function is_email( $text ) {
	stub( 'is_email' );
	return false !== strpos( $text, '@' );
}
function sanitize_user( $text ) {
	stub( 'sanitize_user' );
	return trim( $text );
}
function wp_slash( $text ) {
	stub( 'wp_slash' );
	return is_array( $text ) ? array_map( 'wp_slash', $text ) : addslashes( $text );
}
function wp_hash_password( $password ) {
	stub( 'wp_hash_password' );
	++Site::$hashed;
	return '$wp$' . $password;
}
function wp_check_password( $password, $hash, $id = 0 ) {
	stub( 'wp_check_password' );
	Site::$hashed += 0 === strpos( $hash, '$wp$' ) ? 1 : 0;
	return in_array( $hash, array( '$wp$' . $password, '$P$' . $password ), true );
}
function wp_password_needs_rehash( $hash, $id = 0 ) {
	stub( 'wp_password_needs_rehash' );
	return 0 !== strpos( $hash, '$wp$' );
}
function user_can( $user, $right ) {
	stub( 'user_can' );
	return ! empty( $user->allcaps[ $right ] );
}
function is_super_admin( $id ) {
	stub( 'is_super_admin' );
	return 1 === $id;
}

/* ---- What tests call ------------------------------------------------------------------------------------------------ */

/** A product, a coupon and so on, by its id. */
function post( $id, $type = 'product', $parent = 0, $status = 'publish' ) {
	Site::$posts[ $id ] = array( 'post_type' => $type, 'post_parent' => $parent, 'post_status' => $status );
	return get_post( $id );
}
/** An object of WooCommerce with this id. */
function shop_object( $id ) {
	return new class( $id ) {
		public $id;
		public function __construct( $id ) {
			$this->id = $id;
		}
		public function get_id() {
			return $this->id;
		}
	};
}
/** Asks a route of the plugin. Returns the answer, or the code of the error and its status. */
function ask( $path, $parameters = array(), $body = null ) {
	if ( ! Site::$routes ) {
		fire( 'rest_api_init' );
	}
	$route = Site::$routes[ 'wc-cartwright/v1' . $path ];
	if ( ! $route['permission_callback']() ) {
		return array( 'code' => 'rest_forbidden', 'status' => 401 );
	}
	$answer = $route['callback']( new Request( $parameters, $body ) );
	return $answer instanceof WP_Error ? array( 'code' => $answer->code ) + $answer->data : $answer;
}
function texts( $table ) {
	global $wpdb;
	return array_values(
		array_map(
			static fn( $row ) => "$row->kind $row->id" . ( '0' === $row->parent ? '' : "/$row->parent" ),
			isset( $wpdb->tables[ $table ] ) ? $wpdb->tables[ $table ] : array()
		)
	);
}

ini_set( 'display_errors', 'stderr' );
error_reporting( E_ALL );
$wpdb = new wpdb();
ob_start();
register_shutdown_function(
	static function () {
		global $wpdb;
		try {
			fire( 'shutdown' );
		} catch ( Throwable $problem ) {
			unset( $problem );
		}
		$printed = ob_get_clean();
		echo json_encode(
			array(
				'rows'       => array_map( 'texts', array_combine( array_keys( $wpdb->tables ), array_keys( $wpdb->tables ) ) ),
				'statements' => $wpdb->statements,
				'printed'    => $printed,
				'result'     => Site::$result,
			)
		);
	}
);
require $argv[1];
Site::$result = eval( stream_get_contents( STDIN ) ); // phpcs:ignore
