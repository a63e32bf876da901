<?php
/**
 * WooCommerce for the tests of the checkout: a session, a cart with a price for each product, a shopper, and what WordPress prints
 * and sends. Loaded by the code of a test, beside wordpress.fixture.php.
 */

// phpcs:disable
final class Shop {
	/** Price and stock of each product. A variation is a product, too. */
	public static $products = array( 1 => array( 10.0, 99 ), 2 => array( 25.5, 3 ), 7 => array( 5.0, 99 ) );
	public static $coupons  = array( 'ten' );
	public static $currency = 'EUR';
	public static $locale   = 'en_US';
	public static $login    = 0;
	/** Whether only customers with an account may order. */
	public static $required = false;
	/** What Cartwright answers: lists of a status and members; null is no answer. */
	public static $answers = array();
	/** What Cartwright was asked: lists of the method, the address and the body. */
	public static $asked   = array();
	public static $notices = array();
	/** What was sent: a status, or a redirect. */
	public static $sent    = array();
	public static $cookies = array();
	public static $meta    = array();
	public static $orders  = array();
	public static $wc;
}

class Record {
	public $values = array();
	public function get( $name, $default = null ) {
		return isset( $this->values[ $name ] ) ? $this->values[ $name ] : $default;
	}
	public function set( $name, $value ) {
		$this->values[ $name ] = $value;
	}
	public function set_customer_session_cookie( $set ) {
		Shop::$cookies[] = 'session';
	}
	public function init_session_cookie() {}
}

class Shopper {
	public $fields = array();
	public function __call( $name, $given ) {
		$field = substr( $name, 4 );
		if ( 0 === strpos( $name, 'set_' ) ) {
			$this->fields[ $field ] = $given[0];
		}
		return isset( $this->fields[ $field ] ) ? $this->fields[ $field ] : '';
	}
	public function save() {}
}

class Product {
	public $price;
	public function __construct( $price ) {
		$this->price = $price;
	}
	public function set_price( $price ) {
		$this->price = (float) $price;
	}
}

class WC_Cart {
	public $items   = array();
	public $coupons = array();
	public $fees    = array();
	public $total   = 0.0;
	public $ships   = true;
	public function needs_shipping_address() {
		return $this->ships;
	}
	public function add_to_cart( $id, $quantity, $variation, $options, $data ) {
		$product = isset( Shop::$products[ $variation ? $variation : $id ] ) ? Shop::$products[ $variation ? $variation : $id ] : null;
		if ( null === $product || $quantity > $product[1] ) {
			$product && wc_add_notice( 'Not enough <b>stock</b> &amp; so on.', 'error' );
			return false;
		}
		$key                 = md5( serialize( array( $id, $variation, $options, $data ) ) );
		$this->items[ $key ] = apply_filters( 'woocommerce_add_cart_item', $data + array( 'product_id' => $id, 'variation_id' => $variation, 'variation' => $options, 'quantity' => $quantity, 'data' => new Product( $product[0] ) ), $key );
		return $key;
	}
	public function get_cart() {
		return $this->items;
	}
	public function get_cart_item( $key ) {
		return $this->items[ $key ];
	}
	public function is_empty() {
		return ! $this->items;
	}
	public function fees_api() {
		return $this;
	}
	public function add_fee( $fee ) {
		$this->fees[ $fee['id'] ] = $fee;
	}
	public function apply_coupon( $code ) {
		if ( in_array( $code, Shop::$coupons, true ) ) {
			$this->coupons[] = $code;
			wc_add_notice( 'applied' );
		}
	}
	public function has_discount( $code ) {
		return in_array( $code, $this->coupons, true );
	}
	public function calculate_totals() {
		$this->fees = array();
		do_action( 'woocommerce_before_calculate_totals', $this );
		do_action( 'woocommerce_cart_calculate_fees', $this );
		$this->total = array_sum( array_map( static fn( $item ) => $item['data']->price * $item['quantity'], $this->items ) ) + array_sum( array_column( $this->fees, 'amount' ) );
		$this->keep();
	}
	private function keep() {
		$stored = array_map( static fn( $item ) => array_diff_key( $item, array( 'data' => 1 ) ), $this->items );
		WC()->session->set( 'cart', $stored ? $stored : null );
		WC()->session->set( 'applied_coupons', $this->coupons ? $this->coupons : null );
	}
	public function empty_cart( $also_saved = true ) {
		do_action( 'woocommerce_before_cart_emptied', $also_saved );
		$this->items = $this->coupons = $this->fees = array();
		$this->keep();
		foreach ( array( 'order_awaiting_payment', 'store_api_draft_order', 'chosen_shipping_methods' ) as $name ) {
			WC()->session->set( $name, null );
		}
		do_action( 'woocommerce_cart_emptied', $also_saved );
	}
	public function get_cart_from_session() {
		do_action( 'woocommerce_load_cart_from_session' );
		$this->items   = array();
		$this->coupons = (array) WC()->session->get( 'applied_coupons' );
		foreach ( (array) WC()->session->get( 'cart' ) as $key => $item ) {
			$product = Shop::$products[ $item['variation_id'] ? $item['variation_id'] : $item['product_id'] ];
			if ( ! apply_filters( 'woocommerce_pre_remove_cart_item_from_session', false, $key, $item, null ) ) {
				$this->items[ $key ] = apply_filters( 'woocommerce_get_cart_item_from_session', $item + array( 'data' => new Product( $product[0] ) ), $item, $key );
			}
		}
		do_action( 'woocommerce_cart_loaded_from_session', $this );
		$this->calculate_totals();
	}
	public function get_total( $context = 'view' ) {
		return 'edit' === $context ? $this->total : wc_price( $this->total );
	}
	public function __call( $name, $given ) {
		return 'get_subtotal' === $name ? $this->total : 0.0;
	}
}

class WC_Cart_Session {
	public function __construct( $cart ) {}
	public function persistent_cart_update() {}
}

class WC_Order {
	public $id;
	public $meta;
	public $status;
	public function __construct( $id = 0, $meta = array(), $status = 'pending' ) {
		list( $this->id, $this->meta, $this->status ) = array( $id, $meta, $status );
	}
	public function get_id() {
		return $this->id;
	}
	public function get_order_number() {
		return (string) $this->id;
	}
	public function get_order_key() {
		return 'key' . $this->id;
	}
	public function get_customer_id() {
		return isset( $this->meta['customer'] ) ? $this->meta['customer'] : 0;
	}
	public function set_customer_id( $id ) {
		$this->meta['customer'] = $id;
	}
	public function save() {}
	public function get_meta( $name ) {
		return isset( $this->meta[ $name ] ) ? $this->meta[ $name ] : '';
	}
	public function update_meta_data( $name, $value ) {
		$this->meta[ $name ] = $value;
	}
	public function add_meta_data( $name, $value ) {
		$this->meta[ $name ] = $value;
	}
	public function delete_meta_data( $name ) {
		unset( $this->meta[ $name ] );
	}
	public function has_status( $statuses ) {
		return in_array( $this->status, $statuses, true );
	}
	public function update_status( $status ) {
		$this->status = $status;
	}
}

/** WooCommerce itself, and its shipping and its checkout. */
class Woo {
	public $session;
	public $cart;
	public $customer;
	/** The packages of the cart. */
	public $packages = array( array( 'rates' => array( 'flat_rate:1' => 1, 'flat_rate:2' => 2 ) ) );
	public function __construct() {
		list( $this->session, $this->cart, $this->customer ) = array( new Record(), new WC_Cart(), new Shopper() );
	}
	public function shipping() {
		return $this;
	}
	public function get_packages() {
		return $this->packages;
	}
	public function checkout() {
		return $this;
	}
	public function is_registration_required() {
		return Shop::$required;
	}
	public function initialize_cart() {
		$this->customer = new Shopper();
	}
}

function WC() {
	stub( 'WC' );
	return Shop::$wc;
}
function get_woocommerce_currency() {
	stub( 'get_woocommerce_currency' );
	return Shop::$currency;
}
function wc_add_notice( $text, $type = 'success' ) {
	Shop::$notices[] = array( $type, $text );
}
function wc_get_notices( $type ) {
	return array_map( static fn( $notice ) => array( 'notice' => $notice[1] ), array_values( array_filter( Shop::$notices, static fn( $notice ) => $type === $notice[0] ) ) );
}
function wc_clear_notices() {
	Shop::$notices = array();
}
function wc_price( $amount ) {
	return sprintf( '<b>%.2f</b>', $amount );
}
function wc_clean( $text ) {
	return $text;
}
function wc_get_checkout_url() {
	return 'https://shop.example/checkout/';
}
function wc_get_order( $id ) {
	stub( 'wc_get_order' );
	return isset( Shop::$orders[ $id ] ) ? Shop::$orders[ $id ] : false;
}
function absint( $value ) {
	return abs( (int) $value );
}
function determine_locale() {
	return Shop::$locale;
}
function __( $text, $domain = 'default' ) {
	return apply_filters( "gettext_$domain", $text, $text, $domain );
}
function esc_html__( $text, $domain = 'default' ) {
	return esc_html( __( $text, $domain ) );
}
function esc_html_e( $text ) {
	echo esc_html( $text );
}
function esc_html( $text ) {
	stub( 'esc_html' );
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_attr( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url_raw( $text ) {
	return $text;
}
function sanitize_text_field( $text ) {
	return trim( strip_tags( $text ) );
}
function sanitize_key( $text ) {
	return preg_replace( '/[^a-z0-9_-]/', '', strtolower( $text ) );
}
/** As in a German shop. */
function sanitize_title( $text ) {
	$text = strtolower( strtr( $text, array( 'ö' => 'oe', 'ß' => 'ss' ) ) );
	return trim( preg_replace( '/[^a-z0-9_]+/', '-', $text ), '-' );
}
function sanitize_email( $text ) {
	return $text;
}
function wp_strip_all_tags( $text ) {
	return trim( strip_tags( $text ) );
}
function wp_check_invalid_utf8( $text ) {
	return $text;
}
function wp_unslash( $text ) {
	return stripslashes( $text );
}
function wp_json_encode( $value, $options = 0 ) {
	return json_encode( $value, $options );
}
function untrailingslashit( $text ) {
	return rtrim( $text, '/' );
}
function home_url( $path ) {
	return 'https://shop.example' . $path;
}
function add_query_arg( $name, $value, $url ) {
	return $url . ( false === strpos( $url, '?' ) ? '?' : '&' ) . $name . '=' . $value;
}
function language_attributes() {
	echo 'lang="en"';
}
function bloginfo( $what ) {
	echo get_bloginfo( $what );
}
function status_header( $status ) {
	Shop::$sent = array( $status );
}
function wp_safe_redirect( $url, $status ) {
	Shop::$sent = array( $status, $url );
}
function wp_nonce_field( $action, $name, $referer ) {
	echo '<input type="hidden" name="' . $name . '" value="nonce-of-' . esc_attr( $action ) . '">';
}
function wp_verify_nonce( $nonce, $action ) {
	return "nonce-of-$action" === $nonce;
}
function wp_print_inline_script_tag( $code ) {
	echo "<script>$code</script>";
}
function is_user_logged_in() {
	return Shop::$login > 0;
}
function get_current_user_id() {
	return Shop::$login;
}
function wp_set_current_user( $id ) {
	Shop::$login = $id;
}
function wp_set_auth_cookie( $id, $remember ) {
	Shop::$cookies[] = "login of $id";
}
function get_current_blog_id() {
	return 1;
}
function get_user_meta( $id, $name, $single ) {
	return isset( Shop::$meta[ $id ][ $name ] ) ? Shop::$meta[ $id ][ $name ] : '';
}
function did_action( $hook ) {
	return 1;
}
function doing_action( $hook ) {
	return false;
}
function remove_action( $hook, $work, $priority = 10 ) {
	return true;
}
function is_wp_error( $value ) {
	return $value instanceof WP_Error;
}
function asked( $method, $url, $options ) {
	stub( 'wp_remote_' . strtolower( $method ) );
	Shop::$asked[] = array( $method, $url, isset( $options['body'] ) ? json_decode( $options['body'], true ) : null );
	$answer        = array_shift( Shop::$answers );
	return null === $answer ? new WP_Error( 'http', 'away', array() ) : $answer;
}
function wp_remote_get( $url, $options ) {
	return asked( 'GET', $url, $options );
}
function wp_remote_post( $url, $options ) {
	return asked( 'POST', $url, $options );
}
function wp_remote_retrieve_body( $answer ) {
	return json_encode( $answer[1] );
}
function wp_remote_retrieve_response_code( $answer ) {
	return $answer[0];
}

Shop::$wc = new Woo();

/** What Cartwright says of a cart: two of product 1. */
function cart_of_cartwright( $more = array() ) {
	return $more + array(
		'id'         => 'checkout-1',
		'currency'   => 'EUR',
		'minor_unit' => 2,
		'return_url' => 'https://store.example/thanks?a=1',
		'customer'   => null,
		'lines'      => array( array( 'key' => 'line-1', 'product_id' => 1, 'variation_id' => 0, 'quantity' => 2, 'name' => 'One' ) ),
		'totals'     => array( 'total' => 2000 ),
	);
}
/** Opens the link: what the POST of the page does. Cartwright answers with this cart, and says whether the total is the same. */
function open_link( $cart = array(), $same = true ) {
	Shop::$asked   = array();
	Shop::$answers = Shop::$answers ? Shop::$answers : array( array( 200, cart_of_cartwright( $cart ) ), array( 200, array() ), array( 200, array( 'same' => $same, 'cause' => null ) ) );
	$_SERVER['REQUEST_METHOD'] = 'POST';
	$_POST = array( 'token' => str_repeat( 'T', 43 ), 'nonce' => 'nonce-of-woocommerce-cartwright_checkout' );
	ob_start();
	Cartwright_Handover::answer();
	return ob_get_clean();
}
/** The next request of the same browser. */
function next_request() {
	WC()->cart = new WC_Cart();
	WC()->cart->get_cart_from_session();
}
/** The cart: the product and the quantity of each line, and what the line costs. */
function lines() {
	return array_values( array_map( static fn( $item ) => $item['product_id'] . ' x ' . $item['quantity'] . ' = ' . $item['data']->price * $item['quantity'], WC()->cart->get_cart() ) );
}
