<?php
/**
 * Plugin Name:       Enquiry form
 * Description:       Puts the enquiry form on a page with the shortcode [enquiry_form case-type="…"].
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       enquiry-form
 *
 * The shortcode becomes the tag and its script when a page is shown, so it also works for users without the capability
 * unfiltered_html, whose own tags and scripts WordPress removes when they save.
 */

defined( 'ABSPATH' ) || exit;

/**
 * The attributes of the tag that the shortcode passes on. The reference of the element explains them. An author doesn't
 * choose the proxy, because it receives what visitors send.
 */
const ENQUIRY_FORM_ATTRIBUTES = array(
	'case-type', 'hidden-fields', 'readonly-fields', 'values', 'layout', 'look', 'heading-level', 'lang', 'campaign', 'referer',
	'keywords', 'detail', 'attribution', 'draft', 'success-url', 'success-reference', 'data-layer', 'data-layer-number',
	'advance',
);

/** The parameters in which the form's own page gets some of the attributes. */
const ENQUIRY_FORM_PARAMETERS = array(
	'lang'     => 'lang',
	'campaign' => 'utm_campaign',
	'referer'  => 'utm_source',
	'keywords' => 'utm_term',
	'detail'   => 'utm_content',
);

/** Returns the tag with a link to the form's own page in it. Feeds and admin pages get only the link. */
function enquiry_form_shortcode( $given, $content = '' ): string {
	$proxy      = get_option( 'enquiry_form_proxy', '' );
	$attributes = enquiry_form_attributes( (array) $given );
	$named      = preg_split( '/\s+/', $attributes['case-type'] ?? '', -1, PREG_SPLIT_NO_EMPTY );
	$case_types = array_values( preg_grep( '/^[A-Za-z0-9][\w.-]{0,99}$/D', $named ) );
	$address    = esc_url( enquiry_form_address( $proxy, $case_types, $attributes ) );
	$text       = esc_html__( 'Send us an enquiry', 'enquiry-form' );
	$link       = '' === $proxy ? '' : "<a href=\"$address\" data-enquiry-form>$text</a>";
	if ( is_feed() || ( is_admin() && ! wp_doing_ajax() ) ) {
		return $link;
	}
	if ( '' === $proxy || ! $case_types || $case_types !== $named ) {
		$hint = '' === $proxy
			? __( 'Enter the address of the enquiry form’s proxy in Settings → General.', 'enquiry-form' )
			: __( 'Name a case type of your config: [enquiry_form case-type="personal-injury"].', 'enquiry-form' );
		$shown = current_user_can( 'edit_posts' ) ? '<strong>' . esc_html( $hint ) . '</strong> ' : '';
		// Without a case type, there may be no page to link to.
		return "<p>$shown" . ( $case_types ? $link : '' ) . '</p>' . force_balance_tags( (string) $content );
	}
	enquiry_form_enqueue( $proxy, $case_types, $attributes['lang'] ?? get_bloginfo( 'language' ) );
	$tag = '<enquiry-form';
	foreach ( $attributes as $name => $value ) {
		$tag .= sprintf( ' %s="%s"', $name, 'success-url' === $name ? esc_url( $value ) : esc_attr( $value ) );
	}
	return "$tag>" . force_balance_tags( (string) $content ) . " <a href=\"$address\">$text</a></enquiry-form>";
}
add_shortcode( 'enquiry_form', 'enquiry_form_shortcode' );

/** Returns the tag's attributes as plain text. Their names may have underscores, like those in the config. */
function enquiry_form_attributes( array $given ): array {
	$attributes = array();
	foreach ( $given as $name => $value ) {
		// WordPress numbers an attribute that has no value, such as "advance".
		list( $name, $value ) = is_int( $name ) ? array( $value, '' ) : array( $name, $value );
		$name = str_replace( '_', '-', strtolower( $name ) );
		if ( in_array( $name, ENQUIRY_FORM_ATTRIBUTES, true ) ) {
			// In a text that was pasted from a word processor, curly quotes are a part of the value.
			$value               = html_entity_decode( $value, ENT_QUOTES, 'UTF-8' );
			$attributes[ $name ] = preg_replace( '/^[“”„″]|[“”″]$/u', '', $value );
		}
	}
	return $attributes;
}

/** Returns the address of the form's page, or of the list of several, with the marketing values of the attributes. */
function enquiry_form_address( string $proxy, array $case_types, array $attributes ): string {
	$path  = 1 === count( $case_types ) ? 'forms/' . array_pop( $case_types ) : 'forms';
	$query = array_map( fn( $case_type ) => "case-type=$case_type", $case_types );
	foreach ( array_intersect_key( ENQUIRY_FORM_PARAMETERS, array_filter( $attributes ) ) as $name => $parameter ) {
		$query[] = $parameter . '=' . rawurlencode( $attributes[ $name ] );
	}
	return $proxy . $path . ( $query ? '?' . implode( '&', $query ) : '' );
}

/** Adds the script with the questions of these case types, and of those of earlier forms on the page. */
function enquiry_form_enqueue( string $proxy, array $case_types, string $lang ): void {
	static $all = array();
	$all    = array_unique( array_merge( $all, $case_types ) );
	$script = $proxy . 'enquiry-form.js?case-type=' . implode( '&case-type=', $all ) . '&lang=' . rawurlencode( $lang );
	// Before 6.9, WordPress prints the modules of a block theme in the head alone.
	$is_late = function_exists( 'wp_is_block_theme' ) && wp_is_block_theme() && did_action( 'wp_head' );
	if ( function_exists( 'wp_enqueue_script_module' ) && ! $is_late ) {
		wp_deregister_script_module( 'enquiry-form' );
		wp_enqueue_script_module( 'enquiry-form', $script, array(), null );
	} else {
		wp_deregister_script( 'enquiry-form' );
		wp_enqueue_script( 'enquiry-form', $script, array(), null, true );
	}
}

/** Makes a module of the script, which WordPress itself can do since 6.5. */
function enquiry_form_script_tag( $tag, $handle, $src ) {
	$attributes = array( 'type' => 'module', 'src' => $src, 'id' => 'enquiry-form-js-module' );
	return 'enquiry-form' === $handle ? wp_get_script_tag( $attributes ) : $tag;
}
add_filter( 'script_loader_tag', 'enquiry_form_script_tag', 10, 3 );

/** Keeps Rocket Loader from delaying the script, and Complianz from blocking it: the form sets no cookie. */
function enquiry_form_script_attributes( $attributes ) {
	$opt_outs = array( 'data-cfasync' => 'false', 'data-category' => 'functional' );
	return 'enquiry-form-js-module' === ( $attributes['id'] ?? '' ) ? $attributes + $opt_outs : $attributes;
}
add_filter( 'wp_script_attributes', 'enquiry_form_script_attributes' );

/** Adds the setting to Settings → General, which checks the nonce and the capability manage_options. */
function enquiry_form_add_setting(): void {
	register_setting( 'general', 'enquiry_form_proxy', array( 'sanitize_callback' => 'enquiry_form_sanitize_proxy' ) );
	$field = function () {
		$input = '<input type="url" class="regular-text code" id="%1$s" name="%1$s" value="%2$s" placeholder="%3$s">';
		$value = esc_attr( get_option( 'enquiry_form_proxy', '' ) );
		printf( $input, 'enquiry_form_proxy', $value, 'https://forms.example.com/' );
	};
	$title = esc_html__( 'Enquiry Form Proxy (URL)', 'enquiry-form' );
	$label = array( 'label_for' => 'enquiry_form_proxy' );
	add_settings_field( 'enquiry_form_proxy', $title, $field, 'general', 'default', $label );
}
add_action( 'admin_init', 'enquiry_form_add_setting' );

/** Returns the proxy's address with a slash at its end. Keeps the earlier address if this one isn't acceptable. */
function enquiry_form_sanitize_proxy( $given ): string {
	$parts    = wp_parse_url( esc_url_raw( trim( $given ), array( 'http', 'https' ) ) );
	$host     = $parts['host'] ?? '';
	$is_local = in_array( $host, array( 'localhost', '127.0.0.1', '[::1]' ), true );
	if ( '' === trim( $given ) ) {
		return '';
	}
	if ( '' === $host || ( 'https' !== $parts['scheme'] && ! $is_local ) ) {
		$message = __( 'The address of the enquiry form’s proxy must start with https://.', 'enquiry-form' );
		add_settings_error( 'enquiry_form_proxy', 'address', $message );
		return get_option( 'enquiry_form_proxy', '' );
	}
	// The script's address is what people find in a tag, so it is accepted, too.
	$path = preg_replace( '~/enquiry-form\.js$~', '', $parts['path'] ?? '' );
	$port = isset( $parts['port'] ) ? ":{$parts['port']}" : '';
	return trailingslashit( "{$parts['scheme']}://$host$port$path" );
}

/** Removes the setting from every site when the plugin is deleted. */
function enquiry_form_uninstall(): void {
	delete_option( 'enquiry_form_proxy' );
	foreach ( is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array() as $site ) {
		delete_blog_option( $site, 'enquiry_form_proxy' );
	}
}

/** Registers the removal where WordPress looks for it: on a network, in the main site. */
function enquiry_form_activate(): void {
	is_multisite() && switch_to_blog( get_main_site_id() );
	register_uninstall_hook( __FILE__, 'enquiry_form_uninstall' );
	is_multisite() && restore_current_blog();
}
register_activation_hook( __FILE__, 'enquiry_form_activate' );
