// Written by `npm run generate` from gateway/openapi/service.json.
export interface paths {
    "/v2/products/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The categories of products, page by page */
        get: operations["getV2ProductsCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One category of products */
        get: operations["getV2ProductsCategoriesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tags of products, page by page */
        get: operations["getV2ProductsTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One tag of products */
        get: operations["getV2ProductsTagsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The brands of products, page by page */
        get: operations["getV2ProductsBrands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One brand of products */
        get: operations["getV2ProductsBrandsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All attributes of products */
        get: operations["getV2ProductsAttributes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/attributes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One attribute of products */
        get: operations["getV2ProductsAttributesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/attributes/{id}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The terms of an attribute, page by page */
        get: operations["getV2ProductsAttributesByIdTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/attributes/{id}/terms/{term_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One term of an attribute */
        get: operations["getV2ProductsAttributesByIdTermsByTermId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approved reviews, page by page */
        get: operations["getV2ProductsReviews"];
        put?: never;
        /** Write a review of a product */
        post: operations["postV2ProductsReviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/reviews/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approved reviews of the caller, page by page */
        get: operations["getV2ProductsReviewsMine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One approved review */
        get: operations["getV2ProductsReviewsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Numbers of products by property, under filters */
        get: operations["getV2ProductsFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Products by filters, page by page */
        get: operations["getV2Products"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A product by its ID, SKU or slug */
        get: operations["getV2ProductsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/{id}/variations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Variations of a product, page by page */
        get: operations["getV2ProductsByIdVariations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/{id}/variations/{variation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One variation of a product */
        get: operations["getV2ProductsByIdVariationsByVariationId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/products/{id}/shipping-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The shipping rates of a product */
        get: operations["getV2ProductsByIdShippingRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The store */
        get: operations["getV2Store"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in */
        post: operations["postV2Login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log out */
        post: operations["postV2Logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jwt/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a refresh token for the next pair of tokens */
        post: operations["postJwtRefreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jwt/validate-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a token is valid */
        post: operations["postJwtValidateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an account and log in */
        post: operations["postV2Register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/my-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's account */
        get: operations["getV2MyAccount"];
        put?: never;
        /** Change names and e-mail address of the caller's account */
        post: operations["postV2MyAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/my-account/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the addresses of the caller's account */
        patch: operations["patchV2MyAccountAddresses"];
        trace?: never;
    };
    "/v2/my-account/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the caller's password; other logins end */
        post: operations["postV2MyAccountChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a password reset */
        post: operations["postV2PasswordForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reset a password with a token; all logins end */
        post: operations["postV2PasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cart */
        get: operations["getV2Cart"];
        put?: never;
        /** Create an empty guest cart */
        post: operations["postV2Cart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/mini": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cart in short form */
        get: operations["getV2CartMini"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/removed-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The removed items of the cart */
        get: operations["getV2CartRemovedItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/cross-sells": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cross-sells of the cart */
        get: operations["getV2CartCrossSells"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The coupons of the cart */
        get: operations["getV2CartCoupons"];
        put?: never;
        post?: never;
        /** Remove all coupons from the cart */
        delete: operations["deleteV2CartCoupons"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An event stream of changes of the cart */
        get: operations["getV2CartEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/add-item": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add an item to the cart */
        post: operations["postV2CartAddItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/add-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add several items to the cart, or products of a group */
        post: operations["postV2CartAddItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The items of the cart */
        get: operations["getV2CartItems"];
        put?: never;
        post?: never;
        /** Remove all items from the cart */
        delete: operations["deleteV2CartItems"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/items/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The number of items in the cart */
        get: operations["getV2CartItemsCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/item/{item_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One item of the cart */
        get: operations["getV2CartItemByItemKey"];
        /** Restore a removed item */
        put: operations["putV2CartItemByItemKey"];
        /** Change the quantity of an item */
        post: operations["postV2CartItemByItemKey"];
        /** Remove an item from the cart */
        delete: operations["deleteV2CartItemByItemKey"];
        options?: never;
        head?: never;
        /** Restore a removed item */
        patch: operations["patchV2CartItemByItemKey"];
        trace?: never;
    };
    "/v2/cart/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Empty the cart */
        post: operations["postV2CartClear"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update the cart through the handler of a namespace */
        post: operations["postV2CartUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The totals of the cart */
        get: operations["getV2CartTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Calculate the cart, optionally for an address */
        post: operations["postV2CartCalculate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/apply-coupon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apply a coupon to the cart */
        post: operations["postV2CartApplyCoupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/coupons/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a coupon from the cart */
        delete: operations["deleteV2CartCouponsByCode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/add-fee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a fee to the cart */
        post: operations["postV2CartAddFee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/remove-fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove all fees from the cart */
        post: operations["postV2CartRemoveFees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/set-shipping-method": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a shipping rate */
        post: operations["postV2CartSetShippingMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/calculate/shipping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the shipping destination */
        post: operations["postV2CartCalculateShipping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Carts of all guests and customers, page by page */
        get: operations["getV2Sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/session/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One cart */
        get: operations["getV2SessionByKey"];
        put?: never;
        post?: never;
        /** Deletes a cart */
        delete: operations["deleteV2SessionByKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/session/{key}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The items of one cart */
        get: operations["getV2SessionByKeyItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sessions/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One cart */
        get: operations["getV2SessionsByKey"];
        put?: never;
        post?: never;
        /** Deletes a cart */
        delete: operations["deleteV2SessionsByKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sessions/{key}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The items of one cart */
        get: operations["getV2SessionsByKeyItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cart/coupons/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the coupons of the cart are valid */
        get: operations["getV2CartCouponsValidate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Several requests as one */
        post: operations["postBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Attribute: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug with its prefix, `pa_colour`. */
            slug: string;
            /** @description The input type of its terms, `select`. */
            type: string;
            /**
             * @description The sort order of its terms.
             * @enum {string}
             */
            order_by: "menu_order" | "name" | "name_num" | "id";
            /** @description Whether the shop has archive pages for its terms. */
            has_archives: boolean;
            /**
             * Format: uri
             * @description The URL of the resource.
             */
            rest_url: string;
            /** @description The URLs of related resources. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
            /** @description The same as `_links`; in v1 only. */
            links?: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
        };
        AttributeTerm: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /** @description The description. */
            description: string;
            /** @description The number of published products. */
            count: number;
            /** @description The position in the shop's order. */
            menu_order: number;
            /**
             * Format: uri
             * @description The URL of the resource.
             */
            rest_url: string;
            /** @description The URLs of related resources. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
            /** @description The same as `_links`; in v1 only. */
            links?: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
        };
        BatchResponse: {
            /** @description The status of the answer. */
            status: number;
            /** @description The headers of the answer; empty for a request about the cart. */
            headers: {
                [key: string]: string;
            };
            /** @description The body of the answer. */
            body: string | number | boolean | null | unknown[] | {
                [key: string]: unknown;
            };
        };
        Brand: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /** @description The description. */
            description: string;
            /** @description The number of published products. */
            count: number;
            /** @description The ID of the parent; 0 at the top level. */
            parent: number;
            /** @description The picture. */
            image: {
                /** @description The ID. */
                id: number;
                /**
                 * Format: uri
                 * @description The URL.
                 */
                src: string;
                /** @description The name. */
                name: string;
                /** @description The alternative text. */
                alt: string;
            } | null;
            /** @description The position in the shop's order. */
            menu_order: number;
            /**
             * Format: uri
             * @description The URL of the resource.
             */
            rest_url: string;
            /** @description The URLs of related resources. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
            /** @description The same as `_links`; in v1 only. */
            links?: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
        };
        Cart: {
            /** @description A hash of the items and the total; a message for an empty cart. */
            cart_hash: string;
            /** @description The key of the cart. */
            cart_key: string;
            /** @description The number of items. */
            item_count: number;
            /** @description Whether the cart has to be paid. */
            needs_payment: boolean;
            /** @description Whether the cart has to be shipped. */
            needs_shipping: boolean;
            /** @description The format of amounts. */
            currency: components["schemas"]["CartCurrency"];
            /** @description The addresses of the customer. */
            customer: components["schemas"]["CartCustomer"];
            /** @description The coupons with their discounts. */
            coupons: components["schemas"]["CartCoupon"][];
            /** @description The shipping of the cart. */
            shipping: components["schemas"]["CartShipping"];
            /** @description The removed items that can be restored. */
            removed_items: components["schemas"]["RemovedItem"][];
            /** @description The cross-sells of the cart. */
            cross_sells: components["schemas"]["CrossSell"][];
            /** @description The items by key. */
            items: {
                [key: string]: components["schemas"]["CartItem"];
            };
            /** @description The weight in the unit of the store. */
            items_weight: number;
            /** @description The fees. */
            fees: components["schemas"]["CartFee"][];
            /** @description The taxes by rate. */
            taxes: components["schemas"]["CartTax"][];
            /** @description The totals of the cart. */
            totals: components["schemas"]["CartTotals"];
            /** @description Notices for the shopper, by kind. */
            notices: {
                /** @description Messages about successful changes. */
                success?: string[];
                /** @description Messages about failed changes. */
                error?: string[];
                /** @description Messages about changes that the shopper did not request. */
                notice?: string[];
                /** @description Further messages. */
                info?: string[];
            };
            /** @description The data of cart extensions. */
            extensions: {
                [key: string]: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            };
        };
        CartCoupon: {
            /** @description The code. */
            coupon: string;
            /** @description The label, such as the code with the word coupon. */
            label: string;
            /**
             * @description The type of the discount.
             * @enum {string}
             */
            discount_type: "percent" | "fixed_cart" | "fixed_product";
            /** @description The discount, with a minus sign. */
            saving: string;
            /** @description The formatted discount. */
            saving_html: string;
        };
        CartCurrency: {
            /** @description The code of the currency, `EUR`. */
            currency_code: string;
            /** @description The symbol of the currency. */
            currency_symbol: string;
            /** @description The number of decimals of amounts. */
            currency_minor_unit: number;
            /** @description The decimal separator. */
            currency_decimal_separator: string;
            /** @description The thousands separator. */
            currency_thousand_separator: string;
            /** @description The text before an amount. */
            currency_prefix: string;
            /** @description The text after an amount. */
            currency_suffix: string;
            /** @description The position of the symbol: `left`, `right`, `left_space` or `right_space`. */
            currency_symbol_pos: string;
        };
        CartCustomer: {
            /** @description The billing address. */
            billing_address: {
                /** @description The first name. */
                billing_first_name: string;
                /** @description The last name. */
                billing_last_name: string;
                /** @description The company. */
                billing_company: string;
                /** @description The two-letter code of the country. */
                billing_country: string;
                /** @description The first line of the address. */
                billing_address_1: string;
                /** @description The second line of the address. */
                billing_address_2: string;
                /** @description The postcode. */
                billing_postcode: string;
                /** @description The city. */
                billing_city: string;
                /** @description The code of the state. */
                billing_state: string;
                /** @description The phone number. */
                billing_phone: string;
                /** @description The e-mail address. */
                billing_email: string;
            };
            /** @description The shipping address. */
            shipping_address: {
                /** @description The first name. */
                shipping_first_name: string;
                /** @description The last name. */
                shipping_last_name: string;
                /** @description The company. */
                shipping_company: string;
                /** @description The two-letter code of the country. */
                shipping_country: string;
                /** @description The first line of the address. */
                shipping_address_1: string;
                /** @description The second line of the address. */
                shipping_address_2: string;
                /** @description The postcode. */
                shipping_postcode: string;
                /** @description The city. */
                shipping_city: string;
                /** @description The code of the state. */
                shipping_state: string;
            };
        };
        CartFee: {
            /** @description The name. */
            name: string;
            /** @description The requested amount, in major units. */
            amount: number;
            /** @description Whether it is taxed. */
            taxable: boolean;
            /** @description The tax class; empty for the standard one. */
            tax_class: string;
            /** @description The amount without tax. */
            total: number;
            /** @description The tax on it. */
            tax: number;
        };
        CartItem: {
            /** @description The key of the item. */
            item_key: string;
            /** @description The ID of the product or chosen variation. */
            id: number;
            /** @description The name, of a variation with its options. */
            name: string;
            /** @description The name of the product. */
            title: string;
            /** @description The quantity and its limits. */
            quantity: {
                /** @description The quantity. */
                value: number;
                /** @description The minimum quantity. */
                min_purchase: number;
                /** @description The maximum quantity; -1 for no limit. */
                max_purchase: number;
            };
            /** @description The slug of the product. */
            slug: string;
            /** @description A message if the item is on backorder, else empty. */
            backorders: string;
            /** @description The URL of the picture; empty with `thumb=false`. */
            featured_image: string | "";
            /** @description The formatted unit price. */
            price: string;
            /** @description The totals of the item, in major units. */
            totals: {
                /** @description The amount before discounts, without tax. */
                subtotal: number;
                /** @description The tax on this amount. */
                subtotal_tax: number;
                /** @description The amount after discounts, without tax. */
                total: number;
                /** @description The tax on this amount. */
                tax: number;
            };
            /** @description The product data of the item. */
            meta: {
                /** @description The type of the product, `simple` or `variation`. */
                product_type: string;
                /** @description The SKU. */
                sku: string;
                /** @description The length, width and height with their unit. */
                dimensions: {
                    /** @description The length. */
                    length: string;
                    /** @description The width. */
                    width: string;
                    /** @description The height. */
                    height: string;
                    /** @description The unit of the dimensions. */
                    unit: string;
                };
                /** @description The weight of the whole quantity; `0.0` if there is none. */
                weight: string;
                /** @description The chosen options: name of the attribute to name of the option. */
                variation: {
                    [key: string]: string;
                };
            };
            /** @description The data that was sent with the item. */
            cart_item_data: {
                [key: string]: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            };
        };
        CartLineV1: {
            /** @description The key of the item. */
            key: string;
            /** @description The ID of the product. */
            product_id: number;
            /** @description The ID of the variation; 0 for none. */
            variation_id: number;
            /** @description The chosen options by the names that add-item uses, `attribute_pa_colour`. */
            variation: {
                [key: string]: string;
            } | unknown[];
            /** @description The quantity. */
            quantity: number;
            /** @description A hash of the product's type and options. */
            data_hash: string;
            /** @description The taxes on the item. */
            line_tax_data: {
                /** @description The tax before discounts by rate ID. */
                subtotal: {
                    [key: string]: number;
                } | unknown[];
                /** @description The tax after discounts by rate ID. */
                total: {
                    [key: string]: number;
                } | unknown[];
            };
            /** @description The amount before discounts, without tax, in major units. */
            line_subtotal: number;
            /** @description The tax before discounts. */
            line_subtotal_tax: number;
            /** @description The amount after discounts, without tax. */
            line_total: number;
            /** @description The tax after discounts. */
            line_tax: number;
            /** @description Always empty. */
            data: Record<string, unknown>;
            /** @description The data that was sent with the item. */
            cart_item_data: {
                [key: string]: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            } | unknown[];
            /** @description The name of the product. */
            product_name: string;
            /** @description The name with the chosen options. */
            product_title: string;
            /** @description The formatted unit price. */
            product_price: string;
            /**
             * Format: uri
             * @description The URL of the picture; present with `thumb=true`.
             */
            product_image?: string;
        };
        CartShipping: {
            /** @description The number of packages. */
            total_packages: number;
            /** @description Whether there is more than one package. */
            show_package_details: boolean;
            /** @description Whether shipping is calculated, because the destination is known. */
            has_calculated_shipping: boolean;
            /** @description The packages `default`, `1`, `2` and so on. */
            packages: {
                [key: string]: {
                    /** @description The name of the package. */
                    package_name: string;
                    /** @description The shipping rates by key. */
                    rates: {
                        [key: string]: components["schemas"]["ShippingRate"];
                    };
                    /** @description The contents as text. */
                    package_details: string;
                    /** @description The index of the package, from 0. */
                    index: number;
                    /** @description The key of the chosen rate; empty if none is chosen. */
                    chosen_method: string;
                    /** @description The formatted destination. */
                    formatted_destination: string;
                };
            };
        };
        CartTax: {
            /** @description The ID of the rate. */
            rate_id: number;
            /** @description The name of the tax. */
            label: string;
            /** @description Whether it is a compound tax, calculated on other taxes too. */
            compound: boolean;
            /** @description The tax on items and fees. */
            tax_total: string;
            /** @description The tax on shipping. */
            shipping_tax_total: string;
        };
        /** @description Amounts are decimal text, minor units with `money=minor`, or formatted with `formatted=true`; taxes by rate are whole minor units. */
        CartTotals: {
            /** @description The items before discounts, without tax. */
            subtotal: string;
            /** @description The tax on the items before discounts. */
            subtotal_tax: string;
            /** @description The fees, without tax. */
            fee_total: string;
            /** @description The tax on the fees. */
            fee_tax: string;
            /** @description The discounts without tax. */
            discount_total: string;
            /** @description The tax on the discounts. */
            discount_tax: string;
            /** @description The cost of shipping without tax. */
            shipping_total: string;
            /** @description The tax on shipping. */
            shipping_tax: string;
            /** @description The total of the cart with all taxes. */
            total: string;
            /** @description The sum of all taxes. */
            total_tax: string;
            /** @description The items after discounts, without tax. */
            cart_contents_total: string;
            /** @description The tax on the items after discounts. */
            cart_contents_tax: string;
            /** @description The tax on shipping by rate. */
            shipping_taxes: number[];
            /** @description The tax on the items by rate. */
            cart_contents_taxes: number[];
            /** @description The tax on the fees by rate. */
            fee_taxes: number[];
        };
        Category: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /** @description The description. */
            description: string;
            /** @description The number of published products. */
            count: number;
            /** @description The ID of the parent; 0 at the top level. */
            parent: number;
            /** @description The picture. */
            image: {
                /** @description The ID. */
                id: number;
                /**
                 * Format: uri
                 * @description The URL.
                 */
                src: string;
                /** @description The name. */
                name: string;
                /** @description The alternative text. */
                alt: string;
            } | null;
            /** @description The position in the shop's order. */
            menu_order: number;
            /**
             * @description The display type of the category page.
             * @enum {string}
             */
            display: "default" | "products" | "subcategories" | "both";
            /**
             * Format: uri
             * @description The URL of the resource.
             */
            rest_url: string;
            /** @description The URLs of related resources. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
            /** @description The same as `_links`; in v1 only. */
            links?: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
        };
        CountedInTree: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /** @description The ID of the parent; 0 at the top level. */
            parent: number;
            /** @description The number of products in the list with this value. */
            count: number;
        };
        CountedTerm: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /** @description The number of products in the list with this value. */
            count: number;
        };
        CouponVerdict: {
            /** @description The code. */
            coupon: string;
            /** @description Whether the coupon is valid. */
            valid: boolean;
            /** @description Why the coupon is not valid, as a code; empty if it is valid. */
            reason: string;
            /** @description Why the coupon is not valid, as a sentence; empty if it is valid. */
            message: string;
        };
        CrossSell: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            product_name: string;
            /** @description The name. */
            product_title: string;
            /** @description The slug. */
            slug: string;
            /** @description The type of the product. */
            type: string;
            /** @description The current price. */
            price: string | "";
            /** @description The regular price. */
            regular_price: string | "";
            /** @description The sale price; empty if there is none. */
            sale_price: string | "";
            /** @description Whether the product is on sale now. */
            on_sale: boolean;
            /**
             * Format: uri
             * @description The URL of the picture.
             */
            product_image: string;
        };
        /** @description Log in as a customer to use this account. */
        ErrorAccessMyAccountDenied: {
            /** @constant */
            code: "service_access_my_account_denied";
            /** @example Log in as a customer to use this account. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description Another account has this e-mail address. */
        ErrorAccountEmailAlreadyRegistered: {
            /** @constant */
            code: "service_account_email_already_registered";
            /** @example Another account has this e-mail address. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description An account with this user name, e-mail address or phone number already exists. */
        ErrorAccountExists: {
            /** @constant */
            code: "service_account_exists";
            /** @example An account with this user name, e-mail address or phone number already exists. */
            message: string;
            data: {
                /** @constant */
                status: 409;
            };
        };
        /** @description The verification code is not valid. */
        ErrorAdminVerificationInvalid: {
            /** @constant */
            code: "service_admin_verification_invalid";
            /** @example The verification code is not valid. */
            message: string;
            data: {
                /** @constant */
                status: 401;
            };
        };
        /** @description A verification code is required for this account. */
        ErrorAdminVerificationRequired: {
            /** @constant */
            code: "service_admin_verification_required";
            /** @example A verification code is required for this account. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                /** @constant */
                admin_verification_required: true;
            };
        };
        /** @description You are already authenticated; the cart key is not needed. */
        ErrorAlreadyAuthenticatingUser: {
            /** @constant */
            code: "service_already_authenticating_user";
            /** @example You are already authenticated; the cart key is not needed. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description There is no attribute with this ID. */
        ErrorAttributeInvalid: {
            /** @constant */
            code: "service_attribute_invalid";
            /** @example There is no attribute with this ID. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Authentication failed. */
        ErrorAuthenticationError: {
            /** @constant */
            code: "service_authentication_error";
            /** @example Authentication failed. */
            message: string;
            data: {
                /** @constant */
                status: 401;
            };
        };
        /** @description Only one of this product can be in your cart. */
        ErrorCanNotIncreaseQuantity: {
            /** @constant */
            code: "service_can_not_increase_quantity";
            /** @example Only one of this product can be in your cart. */
            message: string;
            data: {
                /** @constant */
                status: 405;
            };
        };
        /** @description This item cannot be restored. */
        ErrorCanNotRestoreItem: {
            /** @constant */
            code: "service_can_not_restore_item";
            /** @example This item cannot be restored. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description Products of this type cannot be added to your cart. */
        ErrorCannotAddProductTypeToCart: {
            /** @constant */
            code: "service_cannot_add_product_type_to_cart";
            /** @example Products of this type cannot be added to your cart. */
            message: string;
            data: {
                /** @constant */
                status: 403;
                product_type: string;
            };
        };
        /** @description This product cannot be purchased. */
        ErrorCannotBePurchased: {
            /** @constant */
            code: "service_cannot_be_purchased";
            /** @example This product cannot be purchased. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description You are not allowed to review this product. */
        ErrorCannotCreate: {
            /** @constant */
            code: "service_cannot_create";
            /** @example You are not allowed to review this product. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description You are not allowed to read this cart. */
        ErrorCannotReadCart: {
            /** @constant */
            code: "service_cannot_read_cart";
            /** @example You are not allowed to read this cart. */
            message: string;
            data: {
                /** @constant */
                status: 401;
            };
        };
        /** @description There is no review with this ID. */
        ErrorCannotViewReview: {
            /** @constant */
            code: "service_cannot_view_review";
            /** @example There is no review with this ID. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description You are logged in, so you already have a cart. */
        ErrorCartAlreadyExists: {
            /** @constant */
            code: "service_cart_already_exists";
            /** @example You are logged in, so you already have a cart. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description There is no such coupon in your cart. */
        ErrorCartCouponInvalidCode: {
            /** @constant */
            code: "service_cart_coupon_invalid_code";
            /** @example There is no such coupon in your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Your cart is empty. */
        ErrorCartEmpty: {
            /** @constant */
            code: "service_cart_empty";
            /** @example Your cart is empty. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The cart could not be read. */
        ErrorCartError: {
            /** @constant */
            code: "service_cart_error";
            /** @example The cart could not be read. */
            message: string;
            data: {
                /** @constant */
                status: 500;
                request_id: string;
            };
        };
        /** @description There is no such cart. */
        ErrorCartInSessionNotValid: {
            /** @constant */
            code: "service_cart_in_session_not_valid";
            /** @example There is no such cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description This product is no longer available. */
        ErrorCartInvalidParentProduct: {
            /** @constant */
            code: "service_cart_invalid_parent_product";
            /** @example This product is no longer available. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The key of an item is required. */
        ErrorCartItemKeyRequired: {
            /** @constant */
            code: "service_cart_item_key_required";
            /** @example The key of an item is required. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The cart cannot hold more than this. */
        ErrorCartLimitExceeded: {
            /** @constant */
            code: "service_cart_limit_exceeded";
            /** @example The cart cannot hold more than this. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                limit: string;
                maximum: number;
            };
        };
        /** @description There are no coupons in your cart to check. */
        ErrorCartNoCouponsApplied: {
            /** @constant */
            code: "service_cart_no_coupons_applied";
            /** @example There are no coupons in your cart to check. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Your cart total is zero. */
        ErrorCartTotalsEmpty: {
            /** @constant */
            code: "service_cart_totals_empty";
            /** @example Your cart total is zero. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description You have already written this review. */
        ErrorCommentDuplicate: {
            /** @constant */
            code: "service_comment_duplicate";
            /** @example You have already written this review. */
            message: string;
            data: {
                /** @constant */
                status: 409;
            };
        };
        /** @description You are writing reviews too quickly. */
        ErrorCommentFlood: {
            /** @constant */
            code: "service_comment_flood";
            /** @example You are writing reviews too quickly. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                retry_after: number;
            };
        };
        /** @description This coupon cannot be combined with the coupons in your cart. */
        ErrorCouponCannotAdd: {
            /** @constant */
            code: "service_coupon_cannot_add";
            /** @example This coupon cannot be combined with the coupons in your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The code of a coupon is required. */
        ErrorCouponCodeRequired: {
            /** @constant */
            code: "service_coupon_code_required";
            /** @example The code of a coupon is required. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description This coupon cannot be used for your cart. */
        ErrorCouponFailedToApply: {
            /** @constant */
            code: "service_coupon_failed_to_apply";
            /** @example This coupon cannot be used for your cart. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                reason: string;
            };
        };
        /** @description There is no such coupon. */
        ErrorCouponNotExist: {
            /** @constant */
            code: "service_coupon_not_exist";
            /** @example There is no such coupon. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Some coupons in your cart are no longer valid. */
        ErrorCouponsExpired: {
            /** @constant */
            code: "service_coupons_expired";
            /** @example Some coupons in your cart are no longer valid. */
            message: string;
            data: {
                /** @constant */
                status: 500;
                coupons: string[];
                request_id: string;
            };
        };
        /** @description This store has no coupons. */
        ErrorCouponsNotEnabled: {
            /** @constant */
            code: "service_coupons_not_enabled";
            /** @example This store has no coupons. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The current password is wrong. */
        ErrorCurrentPasswordWrong: {
            /** @constant */
            code: "service_current_password_wrong";
            /** @example The current password is wrong. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description A device identifier is required to log in. */
        ErrorDeviceIdRequired: {
            /** @constant */
            code: "service_device_id_required";
            /** @example A device identifier is required to log in. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description This device is not registered for the account. */
        ErrorDeviceNotRegistered: {
            /** @constant */
            code: "service_device_not_registered";
            /** @example This device is not registered for the account. */
            message: string;
            data: {
                /** @constant */
                status: 403;
                device_registration_required: boolean;
            };
        };
        /** @description A fee with this name already exists. */
        ErrorFeeAlreadyExists: {
            /** @constant */
            code: "service_fee_already_exists";
            /** @example A fee with this name already exists. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description The amount of the fee must be a number other than 0. */
        ErrorFeeCannotAdd: {
            /** @constant */
            code: "service_fee_cannot_add";
            /** @example The amount of the fee must be a number other than 0. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The amount of the fee is required. */
        ErrorFeeMissingAmount: {
            /** @constant */
            code: "service_fee_missing_amount";
            /** @example The amount of the fee is required. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The name of the fee is required. */
        ErrorFeeMissingName: {
            /** @constant */
            code: "service_fee_missing_name";
            /** @example The name of the fee is required. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Pages of other sites may not change anything with a password or key pair. */
        ErrorForeignOrigin: {
            /** @constant */
            code: "service_foreign_origin";
            /** @example Pages of other sites may not change anything with a password or key pair. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description Logins from this country are blocked. */
        ErrorGeoBlocked: {
            /** @constant */
            code: "service_geo_blocked";
            /** @example Logins from this country are blocked. */
            message: string;
            data: {
                /** @constant */
                status: 403;
                country_code: string;
            };
        };
        /** @description Logins from this country are not allowed. */
        ErrorGeoRestricted: {
            /** @constant */
            code: "service_geo_restricted";
            /** @example Logins from this country are not allowed. */
            message: string;
            data: {
                /** @constant */
                status: 403;
                country_code: string;
            };
        };
        /** @description This group has no products to choose from. */
        ErrorGroupedProductEmpty: {
            /** @constant */
            code: "service_grouped_product_empty";
            /** @example This group has no products to choose from. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Choose a quantity for at least one product of this group. */
        ErrorGroupedProductFailed: {
            /** @constant */
            code: "service_grouped_product_failed";
            /** @example Choose a quantity for at least one product of this group. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Credentials are accepted over HTTPS only. */
        ErrorHttpsRequired: {
            /** @constant */
            code: "service_https_required";
            /** @example Credentials are accepted over HTTPS only. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description This Idempotency-Key was used for another request. */
        ErrorIdempotencyKeyReused: {
            /** @constant */
            code: "service_idempotency_key_reused";
            /** @example This Idempotency-Key was used for another request. */
            message: string;
            data: {
                /** @constant */
                status: 422;
            };
        };
        /** @description Something went wrong. It has been logged. */
        ErrorInternal: {
            /** @constant */
            code: "service_internal";
            /** @example Something went wrong. It has been logged. */
            message: string;
            data: {
                /** @constant */
                status: 500;
                request_id: string;
            };
        };
        /** @description The form could not be parsed. */
        ErrorInvalidForm: {
            /** @constant */
            code: "service_invalid_form";
            /** @example The form could not be parsed. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description The password reset token is invalid or has expired. Please request another one. */
        ErrorInvalidOrExpiredKey: {
            /** @constant */
            code: "service_invalid_or_expired_key";
            /** @example The password reset token is invalid or has expired. Please request another one. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description The postcode is not valid in this country. */
        ErrorInvalidPostcode: {
            /** @constant */
            code: "service_invalid_postcode";
            /** @example The postcode is not valid in this country. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description This product does not exist. */
        ErrorInvalidProduct: {
            /** @constant */
            code: "service_invalid_product";
            /** @example This product does not exist. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description The request does not match the schema of the operation. */
        ErrorInvalidRequest: {
            /** @constant */
            code: "service_invalid_request";
            /** @example The request does not match the schema of the operation. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                issues: {
                    path: string;
                    message: string;
                }[];
            };
        };
        /** @description An option of this product is not valid. */
        ErrorInvalidVariationData: {
            /** @constant */
            code: "service_invalid_variation_data";
            /** @example An option of this product is not valid. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                attribute: string;
                allowed: string[];
            };
        };
        /** @description There is no such item in your cart. */
        ErrorItemNotInCart: {
            /** @constant */
            code: "service_item_not_in_cart";
            /** @example There is no such item in your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description There is no removed item to restore. */
        ErrorItemRestoredToCart: {
            /** @constant */
            code: "service_item_restored_to_cart";
            /** @example There is no removed item to restore. */
            message: string;
            data: {
                /** @enum {unknown} */
                status: 404 | 405;
            };
        };
        /** @description The refresh token is missing. */
        ErrorJwtAuthMissingRefreshToken: {
            /** @constant */
            code: "service_jwt_auth_missing_refresh_token";
            /** @example The refresh token is missing. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description The directory token is not valid. */
        ErrorLdapInvalid: {
            /** @constant */
            code: "service_ldap_invalid";
            /** @example The directory token is not valid. */
            message: string;
            data: {
                /** @constant */
                status: 401;
            };
        };
        /** @description A directory token is required for this account. */
        ErrorLdapRequired: {
            /** @constant */
            code: "service_ldap_required";
            /** @example A directory token is required for this account. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                /** @constant */
                ldap_required: true;
            };
        };
        /** @description The login has not been permitted. */
        ErrorLoginDenied: {
            /** @constant */
            code: "service_login_denied";
            /** @example The login has not been permitted. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description Choose the options of this product. */
        ErrorMissingVariationData: {
            /** @constant */
            code: "service_missing_variation_data";
            /** @example Choose the options of this product. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                missing: string[];
            };
        };
        /** @description This cart is a customer's: authenticate as that customer. */
        ErrorMustAuthenticateUser: {
            /** @constant */
            code: "service_must_authenticate_user";
            /** @example This cart is a customer's: authenticate as that customer. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description There are no coupons in your cart. */
        ErrorNoCouponsApplied: {
            /** @constant */
            code: "service_no_coupons_applied";
            /** @example There are no coupons in your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Your cart has no items to remove. */
        ErrorNoItems: {
            /** @constant */
            code: "service_no_items";
            /** @example Your cart has no items to remove. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description There are no items in your cart. */
        ErrorNoItemsInCart: {
            /** @constant */
            code: "service_no_items_in_cart";
            /** @example There are no items in your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description No shipping method is available for your cart. */
        ErrorNoShippingMethods: {
            /** @constant */
            code: "service_no_shipping_methods";
            /** @example No shipping method is available for your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description This product is not available with these options. */
        ErrorNoVariationFound: {
            /** @constant */
            code: "service_no_variation_found";
            /** @example This product is not available with these options. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The caller may not do this. */
        ErrorNotAllowed: {
            /** @constant */
            code: "service_not_allowed";
            /** @example The caller may not do this. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description There is not enough of this product in stock. */
        ErrorNotEnoughInStock: {
            /** @constant */
            code: "service_not_enough_in_stock";
            /** @example There is not enough of this product in stock. */
            message: string;
            data: {
                /** @constant */
                status: 404;
                requested: number;
                in_cart: number;
                available: number;
            };
        };
        /** @description There is not enough of this product in stock, counting what is in your cart already. */
        ErrorNotEnoughStockRemaining: {
            /** @constant */
            code: "service_not_enough_stock_remaining";
            /** @example There is not enough of this product in stock, counting what is in your cart already. */
            message: string;
            data: {
                /** @constant */
                status: 404;
                requested: number;
                in_cart: number;
                available: number;
            };
        };
        /** @description A refusal of an extension of the shop, with a code of its own. */
        ErrorOfExtension: {
            code: string;
            message: string;
            data: {
                status: number;
            };
        };
        /** @description This version of the client is too old; please update it. */
        ErrorOutdatedClient: {
            /** @constant */
            code: "service_outdated_client";
            /** @example This version of the client is too old; please update it. */
            message: string;
            data: {
                /** @constant */
                status: 426;
                current_version: string;
                minimum_version: string;
            };
        };
        /** @description This password is easy to guess. Please choose a longer one that has no names and no common words. */
        ErrorPasswordTooCommon: {
            /** @constant */
            code: "service_password_too_common";
            /** @example This password is easy to guess. Please choose a longer one that has no names and no common words. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description You are not allowed to set the price of an item. */
        ErrorPriceOverrideNotAllowed: {
            /** @constant */
            code: "service_price_override_not_allowed";
            /** @example You are not allowed to set the price of an item. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description This product does not exist. */
        ErrorProductDoesNotExist: {
            /** @constant */
            code: "service_product_does_not_exist";
            /** @example This product does not exist. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The product ID must be a number. */
        ErrorProductIdNotNumeric: {
            /** @constant */
            code: "service_product_id_not_numeric";
            /** @example The product ID must be a number. */
            message: string;
            data: {
                /** @constant */
                status: 405;
            };
        };
        /** @description A product ID is required. */
        ErrorProductIdRequired: {
            /** @constant */
            code: "service_product_id_required";
            /** @example A product ID is required. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description There is no product with this ID. */
        ErrorProductInvalidId: {
            /** @constant */
            code: "service_product_invalid_id";
            /** @example There is no product with this ID. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description This product is out of stock. */
        ErrorProductOutOfStock: {
            /** @constant */
            code: "service_product_out_of_stock";
            /** @example This product is out of stock. */
            message: string;
            data: {
                /** @constant */
                status: 404;
                requested: number;
                in_cart: number;
                available: number;
            };
        };
        /** @description This product is sold individually and is in your cart already. */
        ErrorProductSoldIndividually: {
            /** @constant */
            code: "service_product_sold_individually";
            /** @example This product is sold individually and is in your cart already. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description There is no variation with this ID of this product. */
        ErrorProductVariationInvalidId: {
            /** @constant */
            code: "service_product_variation_invalid_id";
            /** @example There is no variation with this ID of this product. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The page number requested is larger than the number of pages available. */
        ErrorProductsInvalidPageNumber: {
            /** @constant */
            code: "service_products_invalid_page_number";
            /** @example The page number requested is larger than the number of pages available. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                total_pages: number;
            };
        };
        /** @description The quantity must be a whole number within the limits of the product. */
        ErrorQuantityInvalidAmount: {
            /** @constant */
            code: "service_quantity_invalid_amount";
            /** @example The quantity must be a whole number within the limits of the product. */
            message: string;
            data: {
                /** @constant */
                status: 405;
                minimum: number;
                maximum: number;
            };
        };
        /** @description The quantity must be a number. */
        ErrorQuantityNotNumeric: {
            /** @constant */
            code: "service_quantity_not_numeric";
            /** @example The quantity must be a number. */
            message: string;
            data: {
                /** @constant */
                status: 405;
            };
        };
        /** @description Too many changes in a short time. Please wait a moment. */
        ErrorRateLimitExceeded: {
            /** @constant */
            code: "service_rate_limit_exceeded";
            /** @example Too many changes in a short time. Please wait a moment. */
            message: string;
            data: {
                /** @constant */
                status: 429;
                retry_after: number;
                limit: number;
                window: number;
            };
        };
        /** @description Too many login attempts. Please try again later. */
        ErrorRateLimited: {
            /** @constant */
            code: "service_rate_limited";
            /** @example Too many login attempts. Please try again later. */
            message: string;
            data: {
                /** @constant */
                status: 429;
                retry_after: number;
                limit: number;
                window: number;
            };
        };
        /** @description This shop does not accept registrations. */
        ErrorRegistrationDisabled: {
            /** @constant */
            code: "service_registration_disabled";
            /** @example This shop does not accept registrations. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description There are no fees in your cart. */
        ErrorRemovingFeesFailed: {
            /** @constant */
            code: "service_removing_fees_failed";
            /** @example There are no fees in your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The address and the headers of the request are too large. */
        ErrorRequestHeadersTooLarge: {
            /** @constant */
            code: "service_request_headers_too_large";
            /** @example The address and the headers of the request are too large. */
            message: string;
            data: {
                /** @constant */
                status: 431;
                maximum_bytes: number;
            };
        };
        /** @description The request body is too large. */
        ErrorRequestTooLarge: {
            /** @constant */
            code: "service_request_too_large";
            /** @example The request body is too large. */
            message: string;
            data: {
                /** @constant */
                status: 413;
                maximum_bytes: number;
            };
        };
        /** @description Sorry, you cannot list resources. */
        ErrorRestCannotView: {
            /** @constant */
            code: "service_rest_cannot_view";
            /** @example Sorry, you cannot list resources. */
            message: string;
            data: {
                /** @constant */
                status: 403;
            };
        };
        /** @description Invalid JSON body passed. */
        ErrorRestInvalidJson: {
            /** @constant */
            code: "rest_invalid_json";
            /** @example Invalid JSON body passed. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                json_error_code: number;
                json_error_message: string;
            };
        };
        /** @description Invalid parameter(s). */
        ErrorRestInvalidParam: {
            /** @constant */
            code: "rest_invalid_param";
            /** @example Invalid parameter(s). */
            message: string;
            data: {
                /** @constant */
                status: 400;
                params: {
                    [key: string]: string;
                };
                details: {
                    [key: string]: {
                        code: string;
                        message: string;
                        data: unknown;
                    };
                };
            };
        };
        /** @description Missing parameter(s). */
        ErrorRestMissingCallbackParam: {
            /** @constant */
            code: "rest_missing_callback_param";
            /** @example Missing parameter(s). */
            message: string;
            data: {
                /** @constant */
                status: 400;
                params: string[];
            };
        };
        /** @description No route was found matching the URL and request method. */
        ErrorRestNoRoute: {
            /** @constant */
            code: "rest_no_route";
            /** @example No route was found matching the URL and request method. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Sorry, you are not authorized. */
        ErrorRestNotAuthorized: {
            /** @constant */
            code: "service_rest_not_authorized";
            /** @example Sorry, you are not authorized. */
            message: string;
            data: {
                /** @constant */
                status: 401;
            };
        };
        /** @description The review is empty or too long. */
        ErrorReviewContentInvalid: {
            /** @constant */
            code: "service_review_content_invalid";
            /** @example The review is empty or too long. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                maximum: number;
            };
        };
        /** @description You have reviewed this product already. */
        ErrorReviewExists: {
            /** @constant */
            code: "service_review_exists";
            /** @example You have reviewed this product already. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description The cart has changed since the revision given in If-Match. */
        ErrorRevisionMismatch: {
            /** @constant */
            code: "service_revision_mismatch";
            /** @example The cart has changed since the revision given in If-Match. */
            message: string;
            data: {
                /** @constant */
                status: 412;
                revision: number;
            };
        };
        /** @description There is no such cart to delete. */
        ErrorSessionNotValid: {
            /** @constant */
            code: "service_session_not_valid";
            /** @example There is no such cart to delete. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description This store does not ship. */
        ErrorShippingDisabled: {
            /** @constant */
            code: "service_shipping_disabled";
            /** @example This store does not ship. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description This shipping method is not available for your cart. */
        ErrorShippingMethodIncorrect: {
            /** @constant */
            code: "service_shipping_method_incorrect";
            /** @example This shipping method is not available for your cart. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The ID of a shipping rate is required. */
        ErrorShippingMissingRateId: {
            /** @constant */
            code: "service_shipping_missing_rate_id";
            /** @example The ID of a shipping rate is required. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Enter an address to calculate shipping costs. */
        ErrorShippingNotCalculated: {
            /** @constant */
            code: "service_shipping_not_calculated";
            /** @example Enter an address to calculate shipping costs. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The single sign-on token is not valid. */
        ErrorSsoInvalid: {
            /** @constant */
            code: "service_sso_invalid";
            /** @example The single sign-on token is not valid. */
            message: string;
            data: {
                /** @constant */
                status: 401;
            };
        };
        /** @description Too many event streams are open. */
        ErrorStreamLimitExceeded: {
            /** @constant */
            code: "service_stream_limit_exceeded";
            /** @example Too many event streams are open. */
            message: string;
            data: {
                /** @constant */
                status: 429;
                retry_after: number;
                limit: number;
            };
        };
        /** @description There is no such attribute. */
        ErrorTaxonomyInvalid: {
            /** @constant */
            code: "service_taxonomy_invalid";
            /** @example There is no such attribute. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description There is no such term. */
        ErrorTermInvalid: {
            /** @constant */
            code: "service_term_invalid";
            /** @example There is no such term. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description Logins are not allowed at this time. */
        ErrorTimeRestricted: {
            /** @constant */
            code: "service_time_restricted";
            /** @example Logins are not allowed at this time. */
            message: string;
            data: {
                /** @constant */
                status: 403;
                current_time: string;
                next_available: string | null;
            };
        };
        /** @description The request has too many parameters. */
        ErrorTooManyParameters: {
            /** @constant */
            code: "service_too_many_parameters";
            /** @example The request has too many parameters. */
            message: string;
            data: {
                /** @constant */
                status: 400;
                maximum: number;
            };
        };
        /** @description The service is not available at the moment. Please try again. */
        ErrorUnavailable: {
            /** @constant */
            code: "service_unavailable";
            /** @example The service is not available at the moment. Please try again. */
            message: string;
            data: {
                /** @constant */
                status: 503;
                retry_after: number;
                request_id: string;
            };
        };
        /** @description This client is not known. */
        ErrorUnknownClient: {
            /** @constant */
            code: "service_unknown_client";
            /** @example This client is not known. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description There is no product with this SKU. */
        ErrorUnknownProductId: {
            /** @constant */
            code: "service_unknown_product_id";
            /** @example There is no product with this SKU. */
            message: string;
            data: {
                /** @constant */
                status: 404;
            };
        };
        /** @description The request body must be sent as JSON or as a form, without a content encoding. */
        ErrorUnsupportedMediaType: {
            /** @constant */
            code: "service_unsupported_media_type";
            /** @example The request body must be sent as JSON or as a form, without a content encoding. */
            message: string;
            data: {
                /** @constant */
                status: 415;
            };
        };
        /** @description The extension of this namespace failed. */
        ErrorUpdateCartInvalidCallbackError: {
            /** @constant */
            code: "service_update_cart_invalid_callback_error";
            /** @example The extension of this namespace failed. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description The namespace of the update is missing. */
        ErrorUpdateCartNamespaceError: {
            /** @constant */
            code: "service_update_cart_namespace_error";
            /** @example The namespace of the update is missing. */
            message: string;
            data: {
                /** @constant */
                status: 404;
                namespaces: string[];
            };
        };
        /** @description There is no such namespace to update. */
        ErrorUpdateCartNoNamespaceError: {
            /** @constant */
            code: "service_update_cart_no_namespace_error";
            /** @example There is no such namespace to update. */
            message: string;
            data: {
                /** @constant */
                status: 404;
                namespaces: string[];
            };
        };
        Facets: {
            /** @description The number of products on all pages of the list. */
            total_products: number;
            /** @description The categories; each includes its descendants. */
            categories: components["schemas"]["CountedInTree"][];
            /** @description The tags. */
            tags: components["schemas"]["CountedTerm"][];
            /** @description The brands. */
            brands: components["schemas"]["CountedInTree"][];
            /** @description The attributes of the shop. */
            attributes: {
                /** @description The ID. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The slug. */
                slug: string;
                /** @description The terms of the attribute. */
                terms: components["schemas"]["CountedTerm"][];
            }[];
            /** @description The ratings, best first. */
            ratings: {
                /** @description The average rating, rounded: 1 to 5. */
                rating: number;
                /** @description The number of products in the list with this value. */
                count: number;
            }[];
            /** @description The stock status. */
            stock_statuses: {
                /**
                 * @description The stock status.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description The number of products in the list with this value. */
                count: number;
            }[];
            /** @description The prices; `null` if no product has one. */
            prices: {
                /** @description The lowest price, in major units; a value of `min_price`. */
                min_price: string;
                /** @description The highest price, in major units; a value of `max_price`. */
                max_price: string;
                /** @description Price bands of equal width, cheapest first. */
                bands: {
                    /** @description The lowest price, in major units; a value of `min_price`. */
                    min_price: string;
                    /** @description The highest price, in major units; a value of `max_price`. */
                    max_price: string;
                    /** @description The number of products in the list with this value. */
                    count: number;
                }[];
            } | null;
        };
        Login: {
            /**
             * @description Always `true`.
             * @constant
             */
            success: true;
            /** @description The tokens and the account. */
            data: {
                /** @description The access token. */
                jwt_token: string;
                /** @description The refresh token; empty after a login with a token. */
                refresh_token: string;
                /** @description The ID of the account. */
                user_id: number;
                /** @description The e-mail address. */
                user_email: string;
                /** @description The display name. */
                user_display_name: string;
            };
            /** @description The ID of the account, as text. */
            user_id: string;
            /** @description The first name. */
            first_name: string;
            /** @description The last name. */
            last_name: string;
            /** @description The display name. */
            display_name: string;
            /** @description The display name of the role, `Shop manager`. */
            role: string;
            /** @description The avatars by size in pixels; empty without `avatars=true`. */
            avatar_urls: {
                /** Format: uri */
                24: string;
                /** Format: uri */
                48: string;
                /** Format: uri */
                96: string;
            } | Record<string, unknown>;
            /** @description The e-mail address. */
            email: string;
            /** @description The tokens again. */
            extras: {
                /** @description The access token. */
                jwt_token: string;
                /** @description The refresh token; empty after a login with a token. */
                jwt_refresh: string;
            };
            /** @description Notices about the cart after the transfer, by kind; absent if there are none. */
            notices?: {
                /** @description Messages about successful changes. */
                success?: string[];
                /** @description Messages about failed changes. */
                error?: string[];
                /** @description Messages about changes that the shopper did not request. */
                notice?: string[];
                /** @description Further messages. */
                info?: string[];
            };
        };
        MiniCart: {
            /** @description A hash of the items and the total; a message for an empty cart. */
            cart_hash: string;
            /** @description The key of the cart. */
            cart_key: string;
            /** @description The number of items. */
            item_count: number;
            /** @description Whether the cart has to be paid. */
            needs_payment: boolean;
            /** @description Whether the cart has to be shipped. */
            needs_shipping: boolean;
            /** @description The format of amounts. */
            currency: components["schemas"]["CartCurrency"];
            /** @description The items by key, in short form. */
            items: {
                [key: string]: {
                    /** @description The key of the item. */
                    item_key: string;
                    /** @description The ID of the product or chosen variation. */
                    id: number;
                    /** @description The name, of a variation with its options. */
                    name: string;
                    /** @description The unit price, in the format of the whole cart. */
                    price: string;
                    /** @description The quantity. */
                    quantity: number;
                    /** @description The URL of the picture; empty with `thumb=false`. */
                    featured_image: string | "";
                };
            };
            /** @description Four totals of the cart. */
            totals: {
                /** @description The items before discounts, without tax. */
                subtotal: string;
                /** @description The tax on this amount. */
                subtotal_tax: string;
                /** @description The total of the cart with all taxes. */
                total: string;
                /** @description The sum of all taxes. */
                total_tax: string;
            };
        };
        MyAccount: {
            /** @description The account. */
            user: {
                /** @description The ID of the account. */
                id: number;
                /** @description The user name. */
                username: string;
                /** @description The e-mail address. */
                email: string;
                /** @description The phone number; empty for none. */
                phone: string;
                /** @description The first name. */
                first_name: string;
                /** @description The last name. */
                last_name: string;
                /** @description The display name. */
                display_name: string;
                /** @description The display name of the role. */
                role: string;
                /** @description The time of creation, in UTC. */
                date_created: string;
            };
            /** @description The billing address. */
            billing_address: {
                /** @description The first name. */
                billing_first_name: string;
                /** @description The last name. */
                billing_last_name: string;
                /** @description The company. */
                billing_company: string;
                /** @description The two-letter code of the country. */
                billing_country: string;
                /** @description The first line of the address. */
                billing_address_1: string;
                /** @description The second line of the address. */
                billing_address_2: string;
                /** @description The postcode. */
                billing_postcode: string;
                /** @description The city. */
                billing_city: string;
                /** @description The code of the state. */
                billing_state: string;
                /** @description The phone number. */
                billing_phone: string;
                /** @description The e-mail address. */
                billing_email: string;
            };
            /** @description The shipping address. */
            shipping_address: {
                /** @description The first name. */
                shipping_first_name: string;
                /** @description The last name. */
                shipping_last_name: string;
                /** @description The company. */
                shipping_company: string;
                /** @description The two-letter code of the country. */
                shipping_country: string;
                /** @description The first line of the address. */
                shipping_address_1: string;
                /** @description The second line of the address. */
                shipping_address_2: string;
                /** @description The postcode. */
                shipping_postcode: string;
                /** @description The city. */
                shipping_city: string;
                /** @description The code of the state. */
                shipping_state: string;
            };
            /** @description The tokens of a new login after a change that ended all logins; else empty. */
            extras: {
                /** @description The access token. */
                jwt_token: string;
                /** @description The refresh token. */
                jwt_refresh: string;
            };
        };
        Product: {
            /** @description The ID. */
            id: number;
            /** @description The ID of a variation's product; else 0. */
            parent_id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /**
             * Format: uri
             * @description The URL of the product page in the shop.
             */
            permalink: string;
            /** @description The SKU. */
            sku: string;
            /** @description The description, as HTML. */
            description: string;
            /** @description The times of creation and of the last change. */
            dates: {
                /** @description The time in the shop's time zone. */
                created: string;
                /** @description The time in UTC. */
                created_gmt: string;
                /** @description The time in the shop's time zone. */
                modified: string;
                /** @description The time in UTC. */
                modified_gmt: string;
            };
            /** @description Whether the product is featured. */
            featured: boolean;
            /** @description The weight. */
            weight: {
                /** @description The weight. */
                value: string;
                /** @description The unit of the weight. */
                unit: string;
            };
            /** @description The dimensions. */
            dimensions: {
                /** @description The length. */
                length: string;
                /** @description The width. */
                width: string;
                /** @description The height. */
                height: string;
                /** @description The unit of the dimensions. */
                unit: string;
            };
            /** @description Meta data of the shop, without keys that begin with `_`. */
            meta_data: {
                /** @description The key. */
                key: string;
                /** @description The value. */
                value: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            }[];
            /** @description The short description, as HTML. */
            short_description: string;
            /** @description The conditions of sale. */
            hidden_conditions: {
                /** @description Whether the product is virtual, so that nothing is shipped. */
                virtual: boolean;
                /** @description Whether the product can be downloaded. */
                downloadable: boolean;
                /** @description Whether the stock is counted. */
                manage_stock: boolean;
                /** @description Whether a cart may contain only one piece. */
                sold_individually: boolean;
                /** @description Whether the product is shipped. */
                shipping_required: boolean;
                /** @description Whether reviews are allowed. */
                reviews_allowed: boolean;
            };
            /** @description The average rating. */
            average_rating: string;
            /** @description The number of reviews. */
            review_count: number;
            /** @description The number of ratings. */
            rating_count: number;
            /** @description The highest possible rating. */
            rated_out_of: string;
            /** @description The pictures; the first is the featured one. */
            images: components["schemas"]["ProductImage"][];
            /** @description The categories. */
            categories: {
                /** @description The ID. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The slug. */
                slug: string;
                /**
                 * Format: uri
                 * @description The URL of the resource.
                 */
                rest_url: string;
            }[];
            /** @description The tags. */
            tags: {
                /** @description The ID. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The slug. */
                slug: string;
                /**
                 * Format: uri
                 * @description The URL of the resource.
                 */
                rest_url: string;
            }[];
            /** @description The IDs of the products of a group. */
            grouped_products: number[];
            /** @description The number of sold pieces. */
            total_sales: number;
            /** @description The URL where an external product is sold. */
            external_url: string;
            /** @description The shop's button text for an external product. */
            button_text: string;
            /**
             * @description The type; `variation` if a variation was requested by its ID.
             * @enum {string}
             */
            type: "simple" | "grouped" | "external" | "variable" | "variation";
            /** @description The prices, as decimal text. */
            prices: {
                /** @description The current price; of several prices the lowest. */
                price: string | "";
                /** @description The regular price. */
                regular_price: string | "";
                /** @description The sale price. */
                sale_price: string | "";
                /** @description Whether the product is on sale now. */
                on_sale: boolean;
                /** @description The period of the sale; `null` for an open end. */
                date_on_sale: {
                    /** @description The begin in the shop's time zone. */
                    from: string | null;
                    /** @description The begin in UTC. */
                    from_gmt: string | null;
                    /** @description The end in the shop's time zone. */
                    to: string | null;
                    /** @description The end in UTC. */
                    to_gmt: string | null;
                };
                /** @description The format of amounts. */
                currency: components["schemas"]["ProductCurrency"];
                /** @description The lowest and the highest price of the variations; `null` if all have the same price. */
                price_range: {
                    /** @description The lowest price. */
                    min: string;
                    /** @description The highest price. */
                    max: string;
                } | null;
            };
            /** @description The attributes, by the names that add-item uses. */
            attributes: {
                [key: string]: {
                    /** @description The ID of the attribute; 0 for a custom attribute of the product. */
                    id: number;
                    /** @description The name of the attribute. */
                    name: string;
                    /** @description The position. */
                    position: number;
                    /** @description Whether it is shown. */
                    is_attribute_visible: boolean;
                    /** @description Whether variations differ in this attribute. */
                    used_for_variation: boolean;
                    /** @description The options. */
                    options: {
                        [key: string]: string;
                    };
                };
            };
            /** @description The preselected options. */
            default_attributes: {
                [key: string]: {
                    /** @description The ID of the attribute; 0 for a custom attribute of the product. */
                    id: number;
                    /** @description The name of the attribute. */
                    name: string;
                    /** @description The option. */
                    option: {
                        [key: string]: string;
                    };
                };
            };
            /** @description The variations. */
            variations: components["schemas"]["VariationInProduct"][];
            /** @description The stock. */
            stock: {
                /** @description Whether the product is in stock or can be ordered on backorder. */
                is_in_stock: boolean;
                /** @description The stock; `null` if stock is not counted. */
                stock_quantity: number | null;
                /**
                 * @description The stock status.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description Whether backorders are allowed: `no`, `notify` or `yes`. */
                backorders: string;
                /** @description Whether backorders are allowed. */
                backorders_allowed: boolean;
                /** @description Whether it is on backorder now. */
                backordered: boolean;
                /** @description The quantity at which stock counts as low. */
                low_stock_amount: number | null;
            };
            /** @description The reviews, with `show_reviews=true`. */
            reviews: components["schemas"]["ReviewInProduct"][];
            /** @description The related products. */
            related: components["schemas"]["ProductCard"][];
            /** @description The upsells. */
            upsells: components["schemas"]["ProductCard"][];
            /** @description The cross-sells. */
            cross_sells: components["schemas"]["ProductCard"][];
            /** @description The button to buy it. */
            add_to_cart: {
                /** @description The text of the button. */
                text: string;
                /** @description A sentence for screen readers. */
                description: string;
                /** @description Whether a variation has to be chosen. */
                has_options: boolean;
                /** @description Whether the product can be bought. */
                is_purchasable: boolean;
                /** @description The minimum and maximum quantity of a purchase; empty for products without a quantity. */
                purchase_quantity: {
                    /** @description The minimum quantity. */
                    min_purchase: number;
                    /** @description The maximum quantity; -1 for no limit. */
                    max_purchase: number;
                } | Record<string, unknown>;
                /** @description The URL that adds it to the cart; empty if it cannot be added alone. */
                rest_url: string | "";
            };
        };
        ProductCard: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * Format: uri
             * @description The URL of the product page in the shop.
             */
            permalink: string;
            /** @description The current price. */
            price: string | "";
            /** @description The button to buy it. */
            add_to_cart: {
                /** @description The text of the button. */
                text: string;
                /** @description A sentence for screen readers. */
                description: string;
                /** @description The URL that adds it to the cart; empty if it cannot be added alone. */
                rest_url: string | "";
            };
            /**
             * Format: uri
             * @description The URL of the resource.
             */
            rest_url: string;
        };
        ProductCurrency: {
            /** @description The code of the currency, `EUR`. */
            currency_code: string;
            /** @description The symbol of the currency. */
            currency_symbol: string;
            /** @description The number of decimals of amounts. */
            currency_minor_unit: number;
            /** @description The decimal separator. */
            currency_decimal_separator: string;
            /** @description The thousands separator. */
            currency_thousand_separator: string;
            /** @description The text before an amount. */
            currency_prefix: string;
            /** @description The text after an amount. */
            currency_suffix: string;
        };
        ProductImage: {
            /** @description The ID; 0 for a placeholder. */
            id: number;
            /** @description The URL of each size. */
            src: {
                /**
                 * Format: uri
                 * @description The smallest size.
                 */
                thumbnail: string;
                /**
                 * Format: uri
                 * @description The medium size.
                 */
                medium: string;
                /**
                 * Format: uri
                 * @description The large size.
                 */
                large: string;
                /**
                 * Format: uri
                 * @description The original picture.
                 */
                full: string;
            };
            /** @description The name. */
            name: string;
            /** @description The alternative text. */
            alt: string;
            /** @description The position, from 0. */
            position: number;
            /** @description Whether it is the featured picture. */
            featured: boolean;
        };
        ProductPage: {
            /** @description The products. */
            products: (components["schemas"]["Product"] | {
                /** @description The ID. */
                id: number;
                /** @description The ID of a variation's product; else 0. */
                parent_id: number;
                /** @description The name. */
                name: string;
                /**
                 * @description The type; `variation` if a variation was requested by its ID.
                 * @enum {string}
                 */
                type: "simple" | "grouped" | "external" | "variable" | "variation";
                /** @description The slug. */
                slug: string;
                /**
                 * Format: uri
                 * @description The URL of the product page in the shop.
                 */
                permalink: string;
                /** @description The SKU. */
                sku: string;
                /** @description The prices, as decimal text. */
                prices: {
                    /** @description The current price; of several prices the lowest. */
                    price: string | "";
                    /** @description The regular price. */
                    regular_price: string | "";
                    /** @description The sale price. */
                    sale_price: string | "";
                    /** @description Whether the product is on sale now. */
                    on_sale: boolean;
                    /** @description The period of the sale; `null` for an open end. */
                    date_on_sale: {
                        /** @description The begin in the shop's time zone. */
                        from: string | null;
                        /** @description The begin in UTC. */
                        from_gmt: string | null;
                        /** @description The end in the shop's time zone. */
                        to: string | null;
                        /** @description The end in UTC. */
                        to_gmt: string | null;
                    };
                    /** @description The format of amounts. */
                    currency: components["schemas"]["ProductCurrency"];
                    /** @description The lowest and the highest price of the variations; `null` if all have the same price. */
                    price_range: {
                        /** @description The lowest price. */
                        min: string;
                        /** @description The highest price. */
                        max: string;
                    } | null;
                };
                /** @description The average rating. */
                average_rating: string;
                /** @description The number of reviews. */
                review_count: number;
                /** @description The pictures; the first is the featured one. */
                images: components["schemas"]["ProductImage"][];
                /** @description The stock. */
                stock: {
                    /** @description Whether the product is in stock or can be ordered on backorder. */
                    is_in_stock: boolean;
                    /** @description The stock; `null` if stock is not counted. */
                    stock_quantity: number | null;
                    /**
                     * @description The stock status.
                     * @enum {string}
                     */
                    stock_status: "instock" | "outofstock" | "onbackorder";
                    /** @description Whether backorders are allowed: `no`, `notify` or `yes`. */
                    backorders: string;
                    /** @description Whether backorders are allowed. */
                    backorders_allowed: boolean;
                    /** @description Whether it is on backorder now. */
                    backordered: boolean;
                    /** @description The quantity at which stock counts as low. */
                    low_stock_amount: number | null;
                };
                /** @description The button to buy it. */
                add_to_cart: {
                    /** @description The text of the button. */
                    text: string;
                    /** @description A sentence for screen readers. */
                    description: string;
                    /** @description Whether a variation has to be chosen. */
                    has_options: boolean;
                    /** @description Whether the product can be bought. */
                    is_purchasable: boolean;
                    /** @description The minimum and maximum quantity of a purchase; empty for products without a quantity. */
                    purchase_quantity: {
                        /** @description The minimum quantity. */
                        min_purchase: number;
                        /** @description The maximum quantity; -1 for no limit. */
                        max_purchase: number;
                    } | Record<string, unknown>;
                    /** @description The URL that adds it to the cart; empty if it cannot be added alone. */
                    rest_url: string | "";
                };
            })[];
            /** @description The page number. */
            page: number;
            /** @description The number of pages. */
            total_pages: number;
            /** @description The number of products on all pages. */
            total_products: number;
        };
        RemovedItem: {
            /** @description The key of the item. */
            item_key: string;
            /** @description The ID of the product or chosen variation. */
            id: number;
            /** @description The name, of a variation with its options. */
            name: string;
            /** @description The name of the product. */
            title: string;
            /** @description The quantity. */
            quantity: number;
            /** @description The slug of the product. */
            slug: string;
            /** @description A message if the item is on backorder, else empty. */
            backorders: string;
            /** @description The URL of the picture; empty with `thumb=false`. */
            featured_image: string | "";
            /** @description The formatted unit price. */
            price: string;
            /** @description The totals of the item, in major units. */
            totals: {
                /** @description The amount before discounts, without tax. */
                subtotal: number;
                /** @description The tax on this amount. */
                subtotal_tax: number;
                /** @description The amount after discounts, without tax. */
                total: number;
                /** @description The tax on this amount. */
                tax: number;
            };
            /** @description The product data of the item. */
            meta: {
                /** @description The type of the product, `simple` or `variation`. */
                product_type: string;
                /** @description The SKU. */
                sku: string;
                /** @description The length, width and height with their unit. */
                dimensions: {
                    /** @description The length. */
                    length: string;
                    /** @description The width. */
                    width: string;
                    /** @description The height. */
                    height: string;
                    /** @description The unit of the dimensions. */
                    unit: string;
                };
                /** @description The weight of the whole quantity; `0.0` if there is none. */
                weight: string;
                /** @description The chosen options: name of the attribute to name of the option. */
                variation: {
                    [key: string]: string;
                };
            };
            /** @description The data that was sent with the item. */
            cart_item_data: {
                [key: string]: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            };
            /** @description The same as `item_key`. */
            key: string;
            /** @description The ID of the product. */
            product_id: number;
        };
        Review: {
            /** @description The ID. */
            id: number;
            /** @description The time of writing in the shop's time zone. */
            date_created: string;
            /** @description The same in UTC. */
            date_created_gmt: string;
            /** @description The ID of the product. */
            product_id: number;
            /**
             * @description Whether it is shown.
             * @enum {string}
             */
            status: "approved" | "hold" | "spam" | "unspam" | "trash" | "untrash";
            /** @description The name of the author. */
            reviewer: string;
            /** @description The text, as HTML. */
            review: string;
            /** @description The rating from 1 to 5; 0 if there is none. */
            rating: number;
            /** @description Whether the author bought the product. */
            verified: boolean;
            /** @description The avatars by size in pixels. */
            reviewer_avatar_urls: {
                /** Format: uri */
                24: string;
                /** Format: uri */
                48: string;
                /** Format: uri */
                96: string;
            };
            /** @description The URLs of related resources. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
            /** @description The same as `_links`; in v1 only. */
            links?: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
        };
        ReviewInProduct: {
            /** @description The ID. */
            id: number;
            /** @description The time of writing in the shop's time zone. */
            date_created: string;
            /** @description The same in UTC. */
            date_created_gmt: string;
            /** @description The ID of the product. */
            product_id: number;
            /**
             * @description Whether it is shown.
             * @enum {string}
             */
            status: "approved" | "hold" | "spam" | "unspam" | "trash" | "untrash";
            /** @description The name of the author. */
            reviewer: string;
            /** @description The text, as HTML. */
            review: string;
            /** @description The rating from 1 to 5; 0 if there is none. */
            rating: number;
            /** @description Whether the author bought the product. */
            verified: boolean;
            /** @description The avatars by size in pixels. */
            reviewer_avatar_urls: {
                /** Format: uri */
                24: string;
                /** Format: uri */
                48: string;
                /** Format: uri */
                96: string;
            };
            /** @description The ID, as text. */
            review_id: string;
            /** @description The name of the author. */
            author_name: string;
            /** @description Always empty. */
            author_url: string;
            /** @description The text, as HTML. */
            review_comment: string;
            /** @description The time of writing in the shop's time zone. */
            review_date: string;
            /** @description The same in UTC. */
            review_date_gmt: string;
        };
        Session: {
            /** @description The cart key of a guest, or the ID of a customer. */
            session_key: string;
            /** @description The items by key, in short form. */
            cart: {
                [key: string]: {
                    /** @description The key of the item. */
                    key: string;
                    /** @description The ID of the product. */
                    product_id: number;
                    /** @description The ID of the variation; 0 for none. */
                    variation_id: number;
                    /** @description The quantity. */
                    quantity: number;
                    /** @description The amount after discounts, without tax, in major units. */
                    line_total: number;
                    /** @description The tax on it. */
                    line_tax: number;
                };
            };
            /** @description The customer with both addresses. */
            customer: {
                /** @description The billing e-mail address. */
                billing_email: string;
                /** @description The billing first name. */
                billing_first_name: string;
                /** @description The billing last name. */
                billing_last_name: string;
                /** @description The billing address. */
                billing_address: {
                    /** @description The first name. */
                    billing_first_name: string;
                    /** @description The last name. */
                    billing_last_name: string;
                    /** @description The company. */
                    billing_company: string;
                    /** @description The two-letter code of the country. */
                    billing_country: string;
                    /** @description The first line of the address. */
                    billing_address_1: string;
                    /** @description The second line of the address. */
                    billing_address_2: string;
                    /** @description The postcode. */
                    billing_postcode: string;
                    /** @description The city. */
                    billing_city: string;
                    /** @description The code of the state. */
                    billing_state: string;
                    /** @description The phone number. */
                    billing_phone: string;
                    /** @description The e-mail address. */
                    billing_email: string;
                };
                /** @description The shipping address. */
                shipping_address: {
                    /** @description The first name. */
                    shipping_first_name: string;
                    /** @description The last name. */
                    shipping_last_name: string;
                    /** @description The company. */
                    shipping_company: string;
                    /** @description The two-letter code of the country. */
                    shipping_country: string;
                    /** @description The first line of the address. */
                    shipping_address_1: string;
                    /** @description The second line of the address. */
                    shipping_address_2: string;
                    /** @description The postcode. */
                    shipping_postcode: string;
                    /** @description The city. */
                    shipping_city: string;
                    /** @description The code of the state. */
                    shipping_state: string;
                };
            };
            /** @description The expiry of the cart in UTC. */
            session_expiry: string;
            /** @description A number derived from the cart key. */
            cart_id: string;
            /** @description The same as `session_key`. */
            cart_key: string;
            /** @description The billing name. */
            customers_name: string;
            /** @description The billing e-mail address. */
            customers_email: string;
            /** @description The time of creation in UTC, `04/05/2031 10:00:00`. */
            cart_created: string;
            /** @description The expiry, in the same form. */
            cart_expiry: string;
            /**
             * @description Always `cocart`.
             * @constant
             */
            cart_source: "cocart";
            /**
             * Format: uri
             * @description The URL of a customer's cart; for a guest's cart the URL of the list, since no URL contains its key.
             */
            link: string;
            /** @description The number of items. */
            item_count: number;
            /** @description The weight in the unit of the store. */
            items_weight: number;
            /** @description The coupons with their discounts. */
            coupons: components["schemas"]["CartCoupon"][];
            /** @description The fees. */
            fees: components["schemas"]["CartFee"][];
            /** @description The totals of the cart. */
            totals: components["schemas"]["CartTotals"];
            /** @description Whether the cart has to be paid. */
            needs_payment: boolean;
            /** @description The removed items that can be restored. */
            removed_items: components["schemas"]["RemovedItem"][];
            /** @description The items by key. */
            items: {
                [key: string]: components["schemas"]["CartItem"];
            };
        };
        SessionInList: {
            /** @description The cart key of a guest, or the ID of a customer. */
            session_key: string;
            /** @description The items by key, in short form. */
            cart: {
                [key: string]: {
                    /** @description The key of the item. */
                    key: string;
                    /** @description The ID of the product. */
                    product_id: number;
                    /** @description The ID of the variation; 0 for none. */
                    variation_id: number;
                    /** @description The quantity. */
                    quantity: number;
                    /** @description The amount after discounts, without tax, in major units. */
                    line_total: number;
                    /** @description The tax on it. */
                    line_tax: number;
                };
            };
            /** @description The customer. */
            customer: {
                /** @description The billing e-mail address. */
                billing_email: string;
                /** @description The billing first name. */
                billing_first_name: string;
                /** @description The billing last name. */
                billing_last_name: string;
            };
            /** @description The expiry of the cart in UTC. */
            session_expiry: string;
            /** @description A number derived from the cart key. */
            cart_id: string;
            /** @description The same as `session_key`. */
            cart_key: string;
            /** @description The billing name. */
            customers_name: string;
            /** @description The billing e-mail address. */
            customers_email: string;
            /** @description The time of creation in UTC, `04/05/2031 10:00:00`. */
            cart_created: string;
            /** @description The expiry, in the same form. */
            cart_expiry: string;
            /**
             * @description Always `cocart`.
             * @constant
             */
            cart_source: "cocart";
            /**
             * Format: uri
             * @description The URL of a customer's cart; for a guest's cart the URL of the list, since no URL contains its key.
             */
            link: string;
        };
        ShippingRate: {
            /** @description The key to choose the rate. */
            key: string;
            /** @description The shipping method, `flat_rate`. */
            method_id: string;
            /** @description The ID of the method in its zone. */
            instance_id: number;
            /** @description The name. */
            label: string;
            /** @description The cost without tax. */
            cost: string;
            /** @description The name with the formatted cost. */
            html: string;
            /** @description The tax; empty if there is none. */
            taxes: string | "";
            /** @description Whether the rate is chosen. */
            chosen_method: boolean;
            /** @description The contents of the package. */
            meta_data: {
                /** @description The items of the package as text. */
                items: string;
            };
        };
        ShortCurrency: {
            /** @description The code of the currency, `EUR`. */
            code: string;
            /** @description The symbol of the currency. */
            symbol: string;
            /** @description The position of the symbol: `left`, `right`, `left_space` or `right_space`. */
            position: string;
            /** @description The decimal separator. */
            decimal_separator: string;
            /** @description The thousands separator. */
            thousand_separator: string;
            /** @description The number of decimals of amounts. */
            decimals: number;
        };
        Store: {
            /** @description The version of this software. */
            version: string;
            /** @description The name of the shop. */
            title: string;
            /** @description The description of the shop. */
            description: string;
            /** @description The URL of the shop. */
            home_url: string;
            /** @description The language, `en-GB`. */
            language: string;
            /** @description The UTC offset in hours. */
            gmt_offset: string;
            /** @description The time zone, `Europe/Berlin`. */
            timezone_string: string;
            /** @description The address of the shop. */
            store_address: {
                /** @description The first line of the address. */
                address: string;
                /** @description The second line of the address. */
                address_2: string;
                /** @description The city. */
                city: string;
                /** @description The code of the state, if there is one. */
                state?: string;
                /** @description The two-letter code of the country. */
                country: string;
                /** @description The postcode. */
                postcode: string;
            };
            /** @description The currency of all amounts. */
            currency: components["schemas"]["CartCurrency"];
            /** @description How tax is shown. */
            tax: {
                /** @description Whether the prices that the shop enters contain tax. */
                prices_include_tax: boolean;
                /**
                 * @description Whether prices of products are shown with tax.
                 * @enum {string}
                 */
                display_in_shop: "incl" | "excl";
                /**
                 * @description Whether prices in the cart are shown with tax.
                 * @enum {string}
                 */
                display_in_cart: "incl" | "excl";
            };
            /** @description Always empty. */
            routes: Record<string, unknown>;
        };
        Tag: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /** @description The description. */
            description: string;
            /** @description The number of published products. */
            count: number;
            /**
             * Format: uri
             * @description The URL of the resource.
             */
            rest_url: string;
            /** @description The URLs of related resources. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
            /** @description The same as `_links`; in v1 only. */
            links?: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The list that contains it. */
                collection: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
                /** @description The parent resource. */
                up: {
                    /**
                     * Format: uri
                     * @description The URL.
                     */
                    href: string;
                }[];
            };
        };
        Variation: {
            /** @description The ID. */
            id: number;
            /** @description The ID of a variation's product; else 0. */
            parent_id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /**
             * Format: uri
             * @description The URL of the product page in the shop.
             */
            permalink: string;
            /** @description The SKU. */
            sku: string;
            /** @description The description, as HTML. */
            description: string;
            /** @description The times of creation and of the last change. */
            dates: {
                /** @description The time in the shop's time zone. */
                created: string;
                /** @description The time in UTC. */
                created_gmt: string;
                /** @description The time in the shop's time zone. */
                modified: string;
                /** @description The time in UTC. */
                modified_gmt: string;
            };
            /** @description Whether the product is featured. */
            featured: boolean;
            /** @description The weight. */
            weight: {
                /** @description The weight. */
                value: string;
                /** @description The unit of the weight. */
                unit: string;
            };
            /** @description The dimensions. */
            dimensions: {
                /** @description The length. */
                length: string;
                /** @description The width. */
                width: string;
                /** @description The height. */
                height: string;
                /** @description The unit of the dimensions. */
                unit: string;
            };
            /** @description Meta data of the shop, without keys that begin with `_`. */
            meta_data: {
                /** @description The key. */
                key: string;
                /** @description The value. */
                value: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            }[];
            /** @description The conditions of sale. */
            hidden_conditions: {
                /** @description Whether the product is virtual, so that nothing is shipped. */
                virtual: boolean;
                /** @description Whether the product can be downloaded. */
                downloadable: boolean;
                /** @description Whether the stock is counted. */
                manage_stock: boolean;
                /** @description Whether a cart may contain only one piece. */
                sold_individually: boolean;
                /** @description Whether the product is shipped. */
                shipping_required: boolean;
            };
            /** @description The picture. */
            images: components["schemas"]["ProductImage"][];
            /** @description The button to buy it. */
            add_to_cart: {
                /** @description The text of the button. */
                text: string;
                /** @description A sentence for screen readers. */
                description: string;
                /** @description Whether the product can be bought. */
                is_purchasable: boolean;
                /** @description The minimum and maximum quantity of a purchase. */
                purchase_quantity: {
                    /** @description The minimum quantity. */
                    min_purchase: number;
                    /** @description The maximum quantity; -1 for no limit. */
                    max_purchase: number;
                };
                /** @description The URL that adds it to the cart. */
                rest_url: string;
            };
            /** @description The prices, as decimal text. */
            prices: {
                /** @description The current price; of several prices the lowest. */
                price: string | "";
                /** @description The regular price. */
                regular_price: string | "";
                /** @description The sale price. */
                sale_price: string | "";
                /** @description Whether the product is on sale now. */
                on_sale: boolean;
                /** @description The period of the sale; `null` for an open end. */
                date_on_sale: {
                    /** @description The begin in the shop's time zone. */
                    from: string | null;
                    /** @description The begin in UTC. */
                    from_gmt: string | null;
                    /** @description The end in the shop's time zone. */
                    to: string | null;
                    /** @description The end in UTC. */
                    to_gmt: string | null;
                };
                /** @description The format of amounts. */
                currency: components["schemas"]["ShortCurrency"];
                /** @description Always `null`. */
                price_range: null;
            };
            /** @description The categories of the product. */
            categories: {
                /** @description The ID. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The slug. */
                slug: string;
                /**
                 * Format: uri
                 * @description The URL of the resource.
                 */
                rest_url: string;
            }[];
            /** @description The tags of the product. */
            tags: {
                /** @description The ID. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The slug. */
                slug: string;
                /**
                 * Format: uri
                 * @description The URL of the resource.
                 */
                rest_url: string;
            }[];
            /** @description The options of the variation. */
            attributes: {
                /** @description The ID of the attribute; 0 for a custom attribute of the product. */
                id: number;
                /** @description The name of the attribute. */
                name: string;
                /** @description The position. */
                position: number;
                /** @description Whether it is shown. */
                visible: boolean;
                /** @description Always `true`. */
                variation: boolean;
                /** @description The name of the option; empty if any option is accepted. */
                options: string[];
            }[];
            /** @description The stock. */
            stock: {
                /** @description Whether the product is in stock or can be ordered on backorder. */
                is_in_stock: boolean;
                /** @description The stock; `null` if stock is not counted. */
                stock_quantity: number | null;
                /**
                 * @description The stock status.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description Whether backorders are allowed: `no`, `notify` or `yes`. */
                backorders: string;
                /** @description Whether backorders are allowed. */
                backorders_allowed: boolean;
                /** @description Whether it is on backorder now. */
                backordered: boolean;
                /** @description The quantity at which stock counts as low. */
                low_stock_amount: number | null;
            };
            /** @description The number of sold pieces. */
            total_sales: number;
        };
        VariationInProduct: {
            /** @description The ID. */
            id: number;
            /** @description The SKU. */
            sku: string;
            /** @description The description, as HTML. */
            description: string;
            /** @description The slug of the option by attribute; empty if any option is accepted. */
            attributes: {
                [key: string]: string;
            };
            /** @description The URLs of its picture. */
            featured_image: {
                /**
                 * Format: uri
                 * @description The smallest size.
                 */
                thumbnail: string;
                /**
                 * Format: uri
                 * @description The medium size.
                 */
                medium: string;
                /**
                 * Format: uri
                 * @description The large size.
                 */
                large: string;
                /**
                 * Format: uri
                 * @description The original picture.
                 */
                full: string;
            };
            /** @description The prices. */
            prices: {
                /** @description The current price; of several prices the lowest. */
                price: string | "";
                /** @description The regular price. */
                regular_price: string | "";
                /** @description The sale price. */
                sale_price: string | "";
                /** @description Whether the product is on sale now. */
                on_sale: boolean;
                /** @description The period of the sale; `null` for an open end. */
                date_on_sale: {
                    /** @description The begin in the shop's time zone. */
                    from: string | null;
                    /** @description The begin in UTC. */
                    from_gmt: string | null;
                    /** @description The end in the shop's time zone. */
                    to: string | null;
                    /** @description The end in UTC. */
                    to_gmt: string | null;
                };
                /** @description The format of amounts. */
                currency: components["schemas"]["ProductCurrency"];
            };
            /** @description The stock. */
            stock: {
                /** @description Whether the product is in stock or can be ordered on backorder. */
                is_in_stock: boolean;
                /** @description The stock; `null` if stock is not counted. */
                stock_quantity: number | null;
                /**
                 * @description The stock status.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description Whether backorders are allowed: `no`, `notify` or `yes`. */
                backorders: string;
                /** @description Whether backorders are allowed. */
                backorders_allowed: boolean;
                /** @description Whether it is on backorder now. */
                backordered: boolean;
                /** @description The quantity at which stock counts as low. */
                low_stock_amount: number | null;
            };
            /** @description The button to buy it. */
            add_to_cart: {
                /** @description Whether the product can be bought. */
                is_purchasable: boolean;
                /** @description The minimum and maximum quantity of a purchase. */
                purchase_quantity: {
                    /** @description The minimum quantity. */
                    min_purchase: number;
                    /** @description The maximum quantity; -1 for no limit. */
                    max_purchase: number;
                };
                /** @description The URL that adds it to the cart. */
                rest_url: string;
            };
        };
    };
    responses: never;
    parameters: {
        /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
        "Cart-Key": string;
        /** @description A key of the client. A request that is repeated with the same key is done once. */
        "Idempotency-Key": string;
        /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
        "If-Match": string;
        /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
        "If-None-Match": string;
        /** @description The ID of the last event that the client received. */
        "Last-Event-ID": string;
        /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
        Prefer: string;
        /** @description The same as `fields`. */
        _fields: string;
        /** @description Whether the answer must not come from a cache. */
        _skip_cache: boolean;
        /** @description Only reviews written after this time. */
        after: string;
        /** @description Only products created after this time. */
        after2: string;
        /** @description The slug of one attribute, `pa_colour`. */
        attribute: string;
        /** @description Whether all attribute filters must match, or any of them. */
        attribute_relation: "and" | "in";
        /** @description Terms of this attribute, by ID or slug. */
        attribute_term: string[];
        /** @description Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`. */
        attributes: {
            [key: string]: {
                attribute: string;
                term_id?: number[];
                slug?: string[];
                /** @enum {string} */
                operator?: "in" | "not_in" | "and";
            };
        };
        /** @description Only reviews written before this time. */
        before: string;
        /** @description Only products created before this time. */
        before2: string;
        /** @description Only products of these brands, by ID or slug. */
        brand: string[];
        /** @description Whether a product must have one of the brands, all of them, or none. */
        brand_operator: "in" | "not_in" | "and";
        /** @description The key of the item. */
        cart_item_key: string;
        /** @description The same as the header `Cart-Key`. */
        cart_key: string;
        /** @description Only products with this visibility. */
        catalog_visibility: "any" | "visible" | "catalog" | "search" | "hidden";
        /** @description Only products in these categories, by ID or slug. */
        category: string[];
        /** @description Only reviews of products in these categories, by ID. */
        category_id: number[];
        /** @description Whether a product must be in one of the categories, in all of them, or in none. */
        category_operator: "in" | "not_in" | "and";
        /** @description The city. */
        city: string;
        /** @description The code of the coupon. */
        code: string;
        /** @description With `embed` only the members for embedding are returned. */
        context: "view" | "embed";
        /** @description The two-letter code of the country; empty for the destination of the cart. */
        country: string;
        /** @description The code of the coupon. */
        coupon: string;
        /** @description Whether times without an offset are in UTC. */
        dates_are_gmt: boolean;
        /** @description Returns the raw items of v1 instead of the cart. */
        default: boolean;
        /** @description An e-mail address to check instead of the billing e-mail address. */
        email: string;
        /** @description Whether to end all logins of the account. */
        everywhere: boolean;
        /** @description The IDs to exclude. */
        exclude: number[];
        /** @description The types to exclude. */
        exclude_types: ("simple" | "grouped" | "external" | "variable" | "variation")[];
        /** @description Only featured products, or only others. */
        featured: boolean;
        /** @description The members to return, as a comma list; `totals.total` is a nested member. */
        fields: string;
        /** @description Formats totals with currency symbol and separators. */
        formatted: boolean;
        /** @description Only products with this GTIN, UPC, EAN or ISBN. */
        global_unique_id: string;
        /** @description Whether to leave out terms without products. */
        hide_empty: boolean;
        /** @description Whether to leave out products that cost nothing. */
        hide_free: boolean;
        /** @description Formats totals with currency symbol and separators. */
        html: boolean;
        /** @description Formats amounts with currency symbol and separators. */
        html2: boolean;
        /** @description The ID; in v2 also the slug. */
        id: string;
        /** @description The key of the cart. */
        id10: string;
        /** @description The ID of the customer. */
        id11: string;
        /** @description The ID of the attribute; in v2 also its slug. */
        id2: string;
        /** @description The ID. */
        id3: string;
        /** @description The ID, SKU or slug. */
        id4: string;
        /** @description The ID of the product. */
        id5: string;
        /** @description The ID, SKU or slug. */
        id6: string;
        /** @description The ID; in v2 also the slug. */
        id7: string;
        /** @description The ID of the attribute; in v2 also its slug. */
        id8: string;
        /** @description The ID of the variation. */
        id9: string;
        /** @description Only these IDs. */
        include: number[];
        /** @description Only these types. */
        include_types: ("simple" | "grouped" | "external" | "variable" | "variation")[];
        /** @description The key of the item. */
        item_key: string;
        /** @description Keeps removed items restorable. */
        keep_removed_items: boolean;
        /** @description The cart key of a guest, or the ID of a customer. */
        key: string;
        /** @description The maximum price, in major units. */
        max_price: string;
        /** @description The minimum price, in major units. */
        min_price: string;
        /** @description Only products changed after this time. */
        modified_after: string;
        /** @description Only products changed before this time. */
        modified_before: string;
        /** @description With `minor` totals are text in minor units. */
        money: "minor";
        /** @description The number of entries to skip, instead of `page`. */
        offset: number;
        /** @description The number of reviews to skip, instead of `page`. */
        offset2: number;
        /** @description Only products on sale, or only others. */
        on_sale: boolean;
        /** @description The sort direction. */
        order: "asc" | "desc";
        /** @description The sort direction. */
        order2: "asc" | "desc";
        /** @description The sort field. */
        orderby: "id" | "include" | "name" | "slug" | "term_group" | "description" | "count";
        /** @description The sort field. */
        orderby2: "id" | "include" | "name" | "slug" | "term_group" | "description" | "count" | "menu_order";
        /** @description The sort field. */
        orderby3: "date" | "date_gmt" | "id" | "include" | "product" | "rating" | "slug";
        /** @description The sort field. */
        orderby4: "date" | "id" | "include" | "title" | "slug" | "name" | "price" | "popularity" | "rating" | "menu_order" | "alphabetical" | "reverse_alpha" | "relevance" | "rand" | "by_stock" | "review_count" | "on_sale_first" | "featured_first" | "price_asc" | "price_desc" | "sales";
        /** @description The sort field; `date` is the creation of the cart. */
        orderby5: "date" | "created" | "updated" | "expiry";
        /** @description The sort field. */
        orderby6: "date" | "id" | "include" | "title" | "slug" | "price" | "popularity" | "rating" | "menu_order";
        /** @description The page, from 1. */
        page: number;
        /** @description The page, from 1. */
        page2: number;
        /** @description Only children of this ID; 0 for the top level. */
        parent: number;
        /** @description Only variations and group members of these products. */
        parent2: number[];
        /** @description No variations and group members of these products. */
        parent_exclude: number[];
        /** @description The number of entries per page. */
        per_page: number;
        /** @description The number of carts per page. */
        per_page2: number;
        /** @description The postcode. */
        postcode: string;
        /** @description Only terms of this product, by ID. */
        product: number;
        /** @description Only reviews of these products, by ID. */
        product2: number[];
        /** @description The ID of the product. */
        product_id: string;
        /** @description The quantity. */
        quantity: number;
        /** @description Only these ratings. */
        rating: number[];
        /** @description Only products with these average ratings, rounded. */
        rating2: number[];
        /** @description Counts the removed items instead of the items in the cart. */
        removed_items: boolean;
        /** @description With `numeric` an empty cart returns 0; with any other value it is an error. */
        return: string;
        /** @description Returns all items. */
        return_cart: boolean;
        /** @description Returns a sentence. */
        return_status: boolean;
        /** @description Whether to return the variations of products; `false` by default. */
        return_variations: boolean;
        /** @description Only reviews of these authors, by ID. */
        reviewer: number[];
        /** @description The e-mail address of the author. */
        reviewer_email: string;
        /** @description No reviews of these authors, by ID. */
        reviewer_exclude: number[];
        /** @description A part of the name or slug. */
        search: string;
        /** @description The words to search for. */
        search2: string;
        /** @description The beginning of a cart key or an e-mail address. */
        search3: string;
        /** @description For `orderby=rand`: the same seed gives the same order on every page. */
        seed: string;
        /** @description Only products with these shipping classes, by ID or slug. */
        shipping_class: string[];
        /** @description Whether to return the reviews of products. */
        show_reviews: boolean;
        /** @description Whether to return the reviews of the product. */
        show_reviews2: boolean;
        /** @description Only these SKUs. `a,b` is also the SKU `a,b`. */
        sku: string[];
        /** @description Only these slugs. */
        slug: string[];
        /** @description The code of the state. */
        state: string;
        /** @description Only this status; the public sees published products only. */
        status: "draft" | "pending" | "private" | "publish";
        /** @description The stock status. */
        stock_status: "instock" | "outofstock" | "onbackorder";
        /** @description Only products with these tags, by ID or slug. */
        tag: string[];
        /** @description Whether a product must have one of the tags, all of them, or none. */
        tag_operator: "in" | "not_in" | "and";
        /** @description Only this tax class; `standard` is the default class. */
        tax_class: string;
        /** @description The ID of the term; in v2 also its slug. */
        term_id: string;
        /** @description The ID of the term; in v2 also its slug. */
        term_id2: string;
        /** @description Whether items include their pictures. */
        thumb: boolean;
        /** @description Whether items include their pictures. */
        thumb2: boolean;
        /** @description Only this type. */
        type: "simple" | "grouped" | "external" | "variable" | "variation";
        /** @description The ID of the variation. */
        variation_id: string;
        /** @description Only products that are not shipped, or only others. */
        virtual: boolean;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getV2ProductsCategories: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or slug. */
                search?: components["parameters"]["search"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only these slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The sort direction. */
                order?: components["parameters"]["order"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby"];
                /** @description Whether to leave out terms without products. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description Only terms of this product, by ID. */
                product?: components["parameters"]["product"];
                /** @description Only children of this ID; 0 for the top level. */
                parent?: components["parameters"]["parent"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The categories of products, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Category"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The ID of the parent; 0 at the top level. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The URL.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The alternative text. */
                            alt: string;
                        } | null;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    })[];
                };
            };
        };
    };
    getV2ProductsCategoriesById: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID; in v2 also the slug. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One category of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The ID of the parent; 0 at the top level. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The URL.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The alternative text. */
                            alt: string;
                        } | null;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getV2ProductsTags: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or slug. */
                search?: components["parameters"]["search"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only these slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The sort direction. */
                order?: components["parameters"]["order"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby"];
                /** @description Whether to leave out terms without products. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description Only terms of this product, by ID. */
                product?: components["parameters"]["product"];
                /** @description The number of entries to skip, instead of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags of products, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Tag"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    })[];
                };
            };
        };
    };
    getV2ProductsTagsById: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID; in v2 also the slug. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One tag of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getV2ProductsBrands: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or slug. */
                search?: components["parameters"]["search"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only these slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The sort direction. */
                order?: components["parameters"]["order"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby"];
                /** @description Whether to leave out terms without products. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description Only terms of this product, by ID. */
                product?: components["parameters"]["product"];
                /** @description Only children of this ID; 0 for the top level. */
                parent?: components["parameters"]["parent"];
                /** @description The number of entries to skip, instead of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brands of products, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Brand"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The ID of the parent; 0 at the top level. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The URL.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The alternative text. */
                            alt: string;
                        } | null;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    })[];
                };
            };
        };
    };
    getV2ProductsBrandsById: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID; in v2 also the slug. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One brand of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The ID of the parent; 0 at the top level. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The URL.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The alternative text. */
                            alt: string;
                        } | null;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getV2ProductsAttributes: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All attributes of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Attribute"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug with its prefix, `pa_colour`. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    })[];
                };
            };
        };
    };
    getV2ProductsAttributesById: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID; in v2 also the slug. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One attribute of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attribute"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug with its prefix, `pa_colour`. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getV2ProductsAttributesByIdTerms: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or slug. */
                search?: components["parameters"]["search"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only these slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The sort direction. */
                order?: components["parameters"]["order"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby2"];
                /** @description Whether to leave out terms without products. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description Only terms of this product, by ID. */
                product?: components["parameters"]["product"];
                /** @description The number of entries to skip, instead of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID of the attribute; in v2 also its slug. */
                id: components["parameters"]["id2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The terms of an attribute, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["AttributeTerm"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    })[];
                };
            };
        };
    };
    getV2ProductsAttributesByIdTermsByTermId: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID of the attribute; in v2 also its slug. */
                id: components["parameters"]["id2"];
                /** @description The ID of the term; in v2 also its slug. */
                term_id: components["parameters"]["term_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One term of an attribute. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeTerm"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /** @description The number of published products. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The URL of the resource.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description The URLs of related resources. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The list that contains it. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                            /** @description The parent resource. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The URL.
                                 */
                                href: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getV2ProductsReviews: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description The number of reviews to skip, instead of `page`. */
                offset?: components["parameters"]["offset2"];
                /** @description The sort direction. */
                order?: components["parameters"]["order2"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby3"];
                /** @description The words to search for. */
                search?: components["parameters"]["search2"];
                /** @description Only reviews of these products, by ID. */
                product?: components["parameters"]["product2"];
                /** @description Only reviews of products in these categories, by ID. */
                category_id?: components["parameters"]["category_id"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only reviews of these authors, by ID. */
                reviewer?: components["parameters"]["reviewer"];
                /** @description No reviews of these authors, by ID. */
                reviewer_exclude?: components["parameters"]["reviewer_exclude"];
                /** @description The e-mail address of the author. */
                reviewer_email?: components["parameters"]["reviewer_email"];
                /** @description Only these ratings. */
                rating?: components["parameters"]["rating"];
                /** @description Only reviews written after this time. */
                after?: components["parameters"]["after"];
                /** @description Only reviews written before this time. */
                before?: components["parameters"]["before"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approved reviews, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"][];
                };
            };
        };
    };
    postV2ProductsReviews: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product_id": 101,
                 *       "review": "Bright and sturdy.",
                 *       "reviewer": "Ann",
                 *       "reviewer_email": "ann@example.com",
                 *       "rating": 5
                 *     }
                 */
                "application/json": {
                    /** @description The ID of the product. */
                    product_id: number;
                    /** @description The text. */
                    review: string;
                    /** @description The name of the author. */
                    reviewer: string;
                    /**
                     * Format: email
                     * @description The e-mail address of the author, which is never shown.
                     */
                    reviewer_email: string;
                    /** @description The rating from 1 to 5; 0 if there is none. */
                    rating?: number;
                };
            };
        };
        responses: {
            /** @description Write a review of a product. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
        };
    };
    getV2ProductsReviewsMine: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description The number of reviews to skip, instead of `page`. */
                offset?: components["parameters"]["offset2"];
                /** @description The sort direction. */
                order?: components["parameters"]["order2"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby3"];
                /** @description The words to search for. */
                search?: components["parameters"]["search2"];
                /** @description Only reviews of these products, by ID. */
                product?: components["parameters"]["product2"];
                /** @description Only reviews of products in these categories, by ID. */
                category_id?: components["parameters"]["category_id"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only these ratings. */
                rating?: components["parameters"]["rating"];
                /** @description Only reviews written after this time. */
                after?: components["parameters"]["after"];
                /** @description Only reviews written before this time. */
                before?: components["parameters"]["before"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approved reviews of the caller, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"][];
                };
            };
        };
    };
    getV2ProductsReviewsById: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID. */
                id: components["parameters"]["id3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One approved review. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
        };
    };
    getV2ProductsFacets: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The number of entries to skip, instead of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The sort direction. */
                order?: components["parameters"]["order2"];
                /** @description The words to search for. */
                search?: components["parameters"]["search2"];
                /** @description Only these slugs. */
                slug?: components["parameters"]["slug"];
                /** @description Only these SKUs. `a,b` is also the SKU `a,b`. */
                sku?: components["parameters"]["sku"];
                /** @description Only products with this GTIN, UPC, EAN or ISBN. */
                global_unique_id?: components["parameters"]["global_unique_id"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only variations and group members of these products. */
                parent?: components["parameters"]["parent2"];
                /** @description No variations and group members of these products. */
                parent_exclude?: components["parameters"]["parent_exclude"];
                /** @description Only this type. */
                type?: components["parameters"]["type"];
                /** @description Only these types. */
                include_types?: components["parameters"]["include_types"];
                /** @description The types to exclude. */
                exclude_types?: components["parameters"]["exclude_types"];
                /** @description Only products in these categories, by ID or slug. */
                category?: components["parameters"]["category"];
                /** @description Whether a product must be in one of the categories, in all of them, or in none. */
                category_operator?: components["parameters"]["category_operator"];
                /** @description Only products with these tags, by ID or slug. */
                tag?: components["parameters"]["tag"];
                /** @description Whether a product must have one of the tags, all of them, or none. */
                tag_operator?: components["parameters"]["tag_operator"];
                /** @description Only products of these brands, by ID or slug. */
                brand?: components["parameters"]["brand"];
                /** @description Whether a product must have one of the brands, all of them, or none. */
                brand_operator?: components["parameters"]["brand_operator"];
                /** @description Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`. */
                attributes?: components["parameters"]["attributes"];
                /** @description Whether all attribute filters must match, or any of them. */
                attribute_relation?: components["parameters"]["attribute_relation"];
                /** @description Only featured products, or only others. */
                featured?: components["parameters"]["featured"];
                /** @description Only products on sale, or only others. */
                on_sale?: components["parameters"]["on_sale"];
                /** @description Whether to leave out products that cost nothing. */
                hide_free?: components["parameters"]["hide_free"];
                /** @description Only products that are not shipped, or only others. */
                virtual?: components["parameters"]["virtual"];
                /** @description The minimum price, in major units. */
                min_price?: components["parameters"]["min_price"];
                /** @description The maximum price, in major units. */
                max_price?: components["parameters"]["max_price"];
                /** @description The stock status. */
                stock_status?: components["parameters"]["stock_status"];
                /** @description Only products with these average ratings, rounded. */
                rating?: components["parameters"]["rating2"];
                /** @description Only products with this visibility. */
                catalog_visibility?: components["parameters"]["catalog_visibility"];
                /** @description Only products created after this time. */
                after?: components["parameters"]["after2"];
                /** @description Only products created before this time. */
                before?: components["parameters"]["before2"];
                /** @description For `orderby=rand`: the same seed gives the same order on every page. */
                seed?: components["parameters"]["seed"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby4"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers of products by property, under filters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facets"];
                };
            };
        };
    };
    getV2Products: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The number of entries to skip, instead of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The sort direction. */
                order?: components["parameters"]["order2"];
                /** @description The words to search for. */
                search?: components["parameters"]["search2"];
                /** @description Only these slugs. */
                slug?: components["parameters"]["slug"];
                /** @description Only these SKUs. `a,b` is also the SKU `a,b`. */
                sku?: components["parameters"]["sku"];
                /** @description Only products with this GTIN, UPC, EAN or ISBN. */
                global_unique_id?: components["parameters"]["global_unique_id"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only variations and group members of these products. */
                parent?: components["parameters"]["parent2"];
                /** @description No variations and group members of these products. */
                parent_exclude?: components["parameters"]["parent_exclude"];
                /** @description Only this type. */
                type?: components["parameters"]["type"];
                /** @description Only these types. */
                include_types?: components["parameters"]["include_types"];
                /** @description The types to exclude. */
                exclude_types?: components["parameters"]["exclude_types"];
                /** @description Only products in these categories, by ID or slug. */
                category?: components["parameters"]["category"];
                /** @description Whether a product must be in one of the categories, in all of them, or in none. */
                category_operator?: components["parameters"]["category_operator"];
                /** @description Only products with these tags, by ID or slug. */
                tag?: components["parameters"]["tag"];
                /** @description Whether a product must have one of the tags, all of them, or none. */
                tag_operator?: components["parameters"]["tag_operator"];
                /** @description Only products of these brands, by ID or slug. */
                brand?: components["parameters"]["brand"];
                /** @description Whether a product must have one of the brands, all of them, or none. */
                brand_operator?: components["parameters"]["brand_operator"];
                /** @description Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`. */
                attributes?: components["parameters"]["attributes"];
                /** @description Whether all attribute filters must match, or any of them. */
                attribute_relation?: components["parameters"]["attribute_relation"];
                /** @description Only featured products, or only others. */
                featured?: components["parameters"]["featured"];
                /** @description Only products on sale, or only others. */
                on_sale?: components["parameters"]["on_sale"];
                /** @description Whether to leave out products that cost nothing. */
                hide_free?: components["parameters"]["hide_free"];
                /** @description Only products that are not shipped, or only others. */
                virtual?: components["parameters"]["virtual"];
                /** @description The minimum price, in major units. */
                min_price?: components["parameters"]["min_price"];
                /** @description The maximum price, in major units. */
                max_price?: components["parameters"]["max_price"];
                /** @description The stock status. */
                stock_status?: components["parameters"]["stock_status"];
                /** @description Only products with these average ratings, rounded. */
                rating?: components["parameters"]["rating2"];
                /** @description Only products with this visibility. */
                catalog_visibility?: components["parameters"]["catalog_visibility"];
                /** @description Only products created after this time. */
                after?: components["parameters"]["after2"];
                /** @description Only products created before this time. */
                before?: components["parameters"]["before2"];
                /** @description For `orderby=rand`: the same seed gives the same order on every page. */
                seed?: components["parameters"]["seed"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby4"];
                /** @description Whether to return the reviews of products. */
                show_reviews?: components["parameters"]["show_reviews"];
                /** @description Whether to return the variations of products; `false` by default. */
                return_variations?: components["parameters"]["return_variations"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products by filters, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
        };
    };
    getV2ProductsById: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description Whether to return the reviews of the product. */
                show_reviews?: components["parameters"]["show_reviews2"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID, SKU or slug. */
                id: components["parameters"]["id4"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A product by its ID, SKU or slug. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The ID of a variation's product; else 0. */
                        parent_id: number;
                        /** @description The name. */
                        name: string;
                        /**
                         * @description The type; `variation` if a variation was requested by its ID.
                         * @enum {string}
                         */
                        type: "simple" | "grouped" | "external" | "variable" | "variation";
                        /** @description The slug. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The URL of the product page in the shop.
                         */
                        permalink: string;
                        /** @description The SKU. */
                        sku: string;
                        /** @description The prices, as decimal text. */
                        prices: {
                            /** @description The current price; of several prices the lowest. */
                            price: string | "";
                            /** @description The regular price. */
                            regular_price: string | "";
                            /** @description The sale price. */
                            sale_price: string | "";
                            /** @description Whether the product is on sale now. */
                            on_sale: boolean;
                            /** @description The period of the sale; `null` for an open end. */
                            date_on_sale: {
                                /** @description The begin in the shop's time zone. */
                                from: string | null;
                                /** @description The begin in UTC. */
                                from_gmt: string | null;
                                /** @description The end in the shop's time zone. */
                                to: string | null;
                                /** @description The end in UTC. */
                                to_gmt: string | null;
                            };
                            /** @description The format of amounts. */
                            currency: components["schemas"]["ProductCurrency"];
                            /** @description The lowest and the highest price of the variations; `null` if all have the same price. */
                            price_range: {
                                /** @description The lowest price. */
                                min: string;
                                /** @description The highest price. */
                                max: string;
                            } | null;
                        };
                        /** @description The average rating. */
                        average_rating: string;
                        /** @description The number of reviews. */
                        review_count: number;
                        /** @description The pictures; the first is the featured one. */
                        images: components["schemas"]["ProductImage"][];
                        /** @description The stock. */
                        stock: {
                            /** @description Whether the product is in stock or can be ordered on backorder. */
                            is_in_stock: boolean;
                            /** @description The stock; `null` if stock is not counted. */
                            stock_quantity: number | null;
                            /**
                             * @description The stock status.
                             * @enum {string}
                             */
                            stock_status: "instock" | "outofstock" | "onbackorder";
                            /** @description Whether backorders are allowed: `no`, `notify` or `yes`. */
                            backorders: string;
                            /** @description Whether backorders are allowed. */
                            backorders_allowed: boolean;
                            /** @description Whether it is on backorder now. */
                            backordered: boolean;
                            /** @description The quantity at which stock counts as low. */
                            low_stock_amount: number | null;
                        };
                        /** @description The button to buy it. */
                        add_to_cart: {
                            /** @description The text of the button. */
                            text: string;
                            /** @description A sentence for screen readers. */
                            description: string;
                            /** @description Whether a variation has to be chosen. */
                            has_options: boolean;
                            /** @description Whether the product can be bought. */
                            is_purchasable: boolean;
                            /** @description The minimum and maximum quantity of a purchase; empty for products without a quantity. */
                            purchase_quantity: {
                                /** @description The minimum quantity. */
                                min_purchase: number;
                                /** @description The maximum quantity; -1 for no limit. */
                                max_purchase: number;
                            } | Record<string, unknown>;
                            /** @description The URL that adds it to the cart; empty if it cannot be added alone. */
                            rest_url: string | "";
                        };
                    };
                };
            };
        };
    };
    getV2ProductsByIdVariations: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page"];
                /** @description The number of entries per page. */
                per_page?: components["parameters"]["per_page"];
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The number of entries to skip, instead of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The sort direction. */
                order?: components["parameters"]["order2"];
                /** @description The words to search for. */
                search?: components["parameters"]["search2"];
                /** @description Only these slugs. */
                slug?: components["parameters"]["slug"];
                /** @description Only these SKUs. `a,b` is also the SKU `a,b`. */
                sku?: components["parameters"]["sku"];
                /** @description Only products with this GTIN, UPC, EAN or ISBN. */
                global_unique_id?: components["parameters"]["global_unique_id"];
                /** @description Only these IDs. */
                include?: components["parameters"]["include"];
                /** @description The IDs to exclude. */
                exclude?: components["parameters"]["exclude"];
                /** @description Only variations and group members of these products. */
                parent?: components["parameters"]["parent2"];
                /** @description No variations and group members of these products. */
                parent_exclude?: components["parameters"]["parent_exclude"];
                /** @description Only this type. */
                type?: components["parameters"]["type"];
                /** @description Only these types. */
                include_types?: components["parameters"]["include_types"];
                /** @description The types to exclude. */
                exclude_types?: components["parameters"]["exclude_types"];
                /** @description Only products in these categories, by ID or slug. */
                category?: components["parameters"]["category"];
                /** @description Whether a product must be in one of the categories, in all of them, or in none. */
                category_operator?: components["parameters"]["category_operator"];
                /** @description Only products with these tags, by ID or slug. */
                tag?: components["parameters"]["tag"];
                /** @description Whether a product must have one of the tags, all of them, or none. */
                tag_operator?: components["parameters"]["tag_operator"];
                /** @description Only products of these brands, by ID or slug. */
                brand?: components["parameters"]["brand"];
                /** @description Whether a product must have one of the brands, all of them, or none. */
                brand_operator?: components["parameters"]["brand_operator"];
                /** @description Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`. */
                attributes?: components["parameters"]["attributes"];
                /** @description Whether all attribute filters must match, or any of them. */
                attribute_relation?: components["parameters"]["attribute_relation"];
                /** @description Only featured products, or only others. */
                featured?: components["parameters"]["featured"];
                /** @description Only products on sale, or only others. */
                on_sale?: components["parameters"]["on_sale"];
                /** @description Whether to leave out products that cost nothing. */
                hide_free?: components["parameters"]["hide_free"];
                /** @description Only products that are not shipped, or only others. */
                virtual?: components["parameters"]["virtual"];
                /** @description The minimum price, in major units. */
                min_price?: components["parameters"]["min_price"];
                /** @description The maximum price, in major units. */
                max_price?: components["parameters"]["max_price"];
                /** @description The stock status. */
                stock_status?: components["parameters"]["stock_status"];
                /** @description Only products with these average ratings, rounded. */
                rating?: components["parameters"]["rating2"];
                /** @description Only products with this visibility. */
                catalog_visibility?: components["parameters"]["catalog_visibility"];
                /** @description Only products created after this time. */
                after?: components["parameters"]["after2"];
                /** @description Only products created before this time. */
                before?: components["parameters"]["before2"];
                /** @description For `orderby=rand`: the same seed gives the same order on every page. */
                seed?: components["parameters"]["seed"];
                /** @description The sort field. */
                orderby?: components["parameters"]["orderby4"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID of the product. */
                id: components["parameters"]["id5"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Variations of a product, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Variation"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The ID of a variation's product; else 0. */
                        parent_id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The URL of the product page in the shop.
                         */
                        permalink: string;
                        /** @description The SKU. */
                        sku: string;
                        /** @description The prices, as decimal text. */
                        prices: {
                            /** @description The current price; of several prices the lowest. */
                            price: string | "";
                            /** @description The regular price. */
                            regular_price: string | "";
                            /** @description The sale price. */
                            sale_price: string | "";
                            /** @description Whether the product is on sale now. */
                            on_sale: boolean;
                            /** @description The period of the sale; `null` for an open end. */
                            date_on_sale: {
                                /** @description The begin in the shop's time zone. */
                                from: string | null;
                                /** @description The begin in UTC. */
                                from_gmt: string | null;
                                /** @description The end in the shop's time zone. */
                                to: string | null;
                                /** @description The end in UTC. */
                                to_gmt: string | null;
                            };
                            /** @description The format of amounts. */
                            currency: components["schemas"]["ShortCurrency"];
                            /** @description Always `null`. */
                            price_range: null;
                        };
                        /** @description The picture. */
                        images: components["schemas"]["ProductImage"][];
                        /** @description The options of the variation. */
                        attributes: {
                            /** @description The ID of the attribute; 0 for a custom attribute of the product. */
                            id: number;
                            /** @description The name of the attribute. */
                            name: string;
                            /** @description The position. */
                            position: number;
                            /** @description Whether it is shown. */
                            visible: boolean;
                            /** @description Always `true`. */
                            variation: boolean;
                            /** @description The name of the option; empty if any option is accepted. */
                            options: string[];
                        }[];
                        /** @description The stock. */
                        stock: {
                            /** @description Whether the product is in stock or can be ordered on backorder. */
                            is_in_stock: boolean;
                            /** @description The stock; `null` if stock is not counted. */
                            stock_quantity: number | null;
                            /**
                             * @description The stock status.
                             * @enum {string}
                             */
                            stock_status: "instock" | "outofstock" | "onbackorder";
                            /** @description Whether backorders are allowed: `no`, `notify` or `yes`. */
                            backorders: string;
                            /** @description Whether backorders are allowed. */
                            backorders_allowed: boolean;
                            /** @description Whether it is on backorder now. */
                            backordered: boolean;
                            /** @description The quantity at which stock counts as low. */
                            low_stock_amount: number | null;
                        };
                        /** @description The button to buy it. */
                        add_to_cart: {
                            /** @description The text of the button. */
                            text: string;
                            /** @description A sentence for screen readers. */
                            description: string;
                            /** @description Whether the product can be bought. */
                            is_purchasable: boolean;
                            /** @description The minimum and maximum quantity of a purchase. */
                            purchase_quantity: {
                                /** @description The minimum quantity. */
                                min_purchase: number;
                                /** @description The maximum quantity; -1 for no limit. */
                                max_purchase: number;
                            };
                            /** @description The URL that adds it to the cart. */
                            rest_url: string;
                        };
                    })[];
                };
            };
        };
    };
    getV2ProductsByIdVariationsByVariationId: {
        parameters: {
            query?: {
                /** @description With `embed` only the members for embedding are returned. */
                context?: components["parameters"]["context"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID of the product. */
                id: components["parameters"]["id5"];
                /** @description The ID of the variation. */
                variation_id: components["parameters"]["variation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One variation of a product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"] | {
                        /** @description The ID. */
                        id: number;
                        /** @description The ID of a variation's product; else 0. */
                        parent_id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The URL of the product page in the shop.
                         */
                        permalink: string;
                        /** @description The SKU. */
                        sku: string;
                        /** @description The prices, as decimal text. */
                        prices: {
                            /** @description The current price; of several prices the lowest. */
                            price: string | "";
                            /** @description The regular price. */
                            regular_price: string | "";
                            /** @description The sale price. */
                            sale_price: string | "";
                            /** @description Whether the product is on sale now. */
                            on_sale: boolean;
                            /** @description The period of the sale; `null` for an open end. */
                            date_on_sale: {
                                /** @description The begin in the shop's time zone. */
                                from: string | null;
                                /** @description The begin in UTC. */
                                from_gmt: string | null;
                                /** @description The end in the shop's time zone. */
                                to: string | null;
                                /** @description The end in UTC. */
                                to_gmt: string | null;
                            };
                            /** @description The format of amounts. */
                            currency: components["schemas"]["ShortCurrency"];
                            /** @description Always `null`. */
                            price_range: null;
                        };
                        /** @description The picture. */
                        images: components["schemas"]["ProductImage"][];
                        /** @description The options of the variation. */
                        attributes: {
                            /** @description The ID of the attribute; 0 for a custom attribute of the product. */
                            id: number;
                            /** @description The name of the attribute. */
                            name: string;
                            /** @description The position. */
                            position: number;
                            /** @description Whether it is shown. */
                            visible: boolean;
                            /** @description Always `true`. */
                            variation: boolean;
                            /** @description The name of the option; empty if any option is accepted. */
                            options: string[];
                        }[];
                        /** @description The stock. */
                        stock: {
                            /** @description Whether the product is in stock or can be ordered on backorder. */
                            is_in_stock: boolean;
                            /** @description The stock; `null` if stock is not counted. */
                            stock_quantity: number | null;
                            /**
                             * @description The stock status.
                             * @enum {string}
                             */
                            stock_status: "instock" | "outofstock" | "onbackorder";
                            /** @description Whether backorders are allowed: `no`, `notify` or `yes`. */
                            backorders: string;
                            /** @description Whether backorders are allowed. */
                            backorders_allowed: boolean;
                            /** @description Whether it is on backorder now. */
                            backordered: boolean;
                            /** @description The quantity at which stock counts as low. */
                            low_stock_amount: number | null;
                        };
                        /** @description The button to buy it. */
                        add_to_cart: {
                            /** @description The text of the button. */
                            text: string;
                            /** @description A sentence for screen readers. */
                            description: string;
                            /** @description Whether the product can be bought. */
                            is_purchasable: boolean;
                            /** @description The minimum and maximum quantity of a purchase. */
                            purchase_quantity: {
                                /** @description The minimum quantity. */
                                min_purchase: number;
                                /** @description The maximum quantity; -1 for no limit. */
                                max_purchase: number;
                            };
                            /** @description The URL that adds it to the cart. */
                            rest_url: string;
                        };
                    };
                };
            };
        };
    };
    getV2ProductsByIdShippingRates: {
        parameters: {
            query?: {
                /** @description The quantity. */
                quantity?: components["parameters"]["quantity"];
                /** @description The two-letter code of the country; empty for the destination of the cart. */
                country?: components["parameters"]["country"];
                /** @description The code of the state. */
                state?: components["parameters"]["state"];
                /** @description The postcode. */
                postcode?: components["parameters"]["postcode"];
                /** @description The city. */
                city?: components["parameters"]["city"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path: {
                /** @description The ID, SKU or slug. */
                id: components["parameters"]["id6"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shipping rates of a product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["ShippingRate"];
                    };
                };
            };
        };
    };
    getV2Store: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer. If the answer is unchanged, the status is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Store"];
                };
            };
        };
    };
    postV2Login: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "username": "ann",
                 *       "password": "a long password"
                 *     }
                 */
                "application/json": {
                    /** @description The user name, e-mail address or phone number. */
                    username?: string;
                    /** @description The password. */
                    password?: string;
                    /** @description Whether to return avatars of the customer. */
                    avatars?: boolean;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Log in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    postV2Logout: {
        parameters: {
            query?: {
                /** @description Whether to end all logins of the account. */
                everywhere?: components["parameters"]["everywhere"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Log out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": true;
                };
            };
        };
    };
    postJwtRefreshToken: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "ZoYtu49L4YpseUnjvmY1_qdOZSPTg7W9YBgciSqp2cU"
                 *     }
                 */
                "application/json": {
                    /** @description The refresh token. */
                    refresh_token?: string;
                };
            };
        };
        responses: {
            /** @description Exchange a refresh token for the next pair of tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The next access token. */
                        token: string;
                        /** @description The next refresh token; the sent one is no longer valid. */
                        refresh_token: string;
                    };
                };
            };
        };
    };
    postJwtValidateToken: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Check whether a token is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A message that the token is valid. */
                        message: string;
                    };
                };
            };
        };
    };
    postV2Register: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.com",
                 *       "requested_password": "a long password",
                 *       "first_name": "Ann"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The e-mail address.
                     */
                    email: string;
                    /** @description The user name; the e-mail address by default. */
                    requested_username?: string;
                    /** @description The password. */
                    requested_password: string;
                    /**
                     * @description The first name.
                     * @default
                     */
                    first_name?: string;
                    /**
                     * @description The last name.
                     * @default
                     */
                    last_name?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Create an account and log in. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"] | {
                        /** @description Messages about successful changes. */
                        message: string;
                    };
                };
            };
        };
    };
    getV2MyAccount: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyAccount"];
                };
            };
        };
    };
    postV2MyAccount: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "account_first_name": "Ann",
                 *       "account_last_name": "Smit"
                 *     }
                 */
                "application/json": {
                    /** @description The first name. */
                    account_first_name?: string;
                    /** @description The last name. */
                    account_last_name?: string;
                    /** @description The display name; empty for first and last name. */
                    account_display_name?: string;
                    /**
                     * Format: email
                     * @description The e-mail address. It needs `password_current`.
                     */
                    account_email?: string;
                    /**
                     * @description The current password.
                     * @default
                     */
                    password_current?: string;
                };
            };
        };
        responses: {
            /** @description Change names and e-mail address of the caller's account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyAccount"];
                };
            };
        };
    };
    patchV2MyAccountAddresses: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "billing_address": {
                 *         "postcode": "3511 AB",
                 *         "city": "Utrecht"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The members of the billing address to change. */
                    billing_address?: {
                        /** @description The first name. */
                        first_name?: string;
                        /** @description The last name. */
                        last_name?: string;
                        /** @description The company. */
                        company?: string;
                        /** @description The two-letter code of the country. */
                        country?: string;
                        /** @description The first line of the address. */
                        address_1?: string;
                        /** @description The second line of the address. */
                        address_2?: string;
                        /** @description The postcode. */
                        postcode?: string;
                        /** @description The city. */
                        city?: string;
                        /** @description The code of the state. */
                        state?: string;
                        /** @description The phone number. */
                        phone?: string;
                        /** @description The e-mail address. */
                        email?: string;
                    };
                    /** @description The members of the shipping address to change. */
                    shipping_address?: {
                        /** @description The first name. */
                        first_name?: string;
                        /** @description The last name. */
                        last_name?: string;
                        /** @description The company. */
                        company?: string;
                        /** @description The two-letter code of the country. */
                        country?: string;
                        /** @description The first line of the address. */
                        address_1?: string;
                        /** @description The second line of the address. */
                        address_2?: string;
                        /** @description The postcode. */
                        postcode?: string;
                        /** @description The city. */
                        city?: string;
                        /** @description The code of the state. */
                        state?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Change the addresses of the caller's account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyAccount"];
                };
            };
        };
    };
    postV2MyAccountChangePassword: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password_current": "a long password",
                 *       "password_1": "another long password",
                 *       "password_2": "another long password"
                 *     }
                 */
                "application/json": {
                    /** @description The current password. */
                    password_current: string;
                    /** @description The new password. */
                    password_1: string;
                    /** @description The new password again. */
                    password_2: string;
                };
            };
        };
        responses: {
            /** @description Change the caller's password; other logins end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyAccount"];
                };
            };
        };
    };
    postV2PasswordForgot: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ann@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description The user name, e-mail address or phone number. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description Request a password reset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Messages about successful changes. */
                        message: string;
                    };
                };
            };
        };
    };
    postV2PasswordReset: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "ZoYtu49L4YpseUnjvmY1_qdOZSPTg7W9YBgciSqp2cU",
                 *       "password": "another long password"
                 *     }
                 */
                "application/json": {
                    /** @description The token from the message. */
                    key: string;
                    /** @description The new password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Reset a password with a token; all logins end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Messages about successful changes. */
                        message: string;
                    };
                };
            };
        };
    };
    getV2Cart: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    postV2Cart: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Create an empty guest cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A message for the shopper. */
                        message: string;
                        /** @description The key of the cart. */
                        cart_key: string;
                    };
                };
            };
        };
    };
    getV2CartMini: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cart in short form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MiniCart"];
                };
            };
        };
    };
    getV2CartRemovedItems: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The removed items of the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedItem"][];
                };
            };
        };
    };
    getV2CartCrossSells: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cross-sells of the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrossSell"][];
                };
            };
        };
    };
    getV2CartCoupons: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The coupons of the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartCoupon"][];
                };
            };
        };
    };
    deleteV2CartCoupons: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove all coupons from the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    getV2CartEvents: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description The ID of the last event that the client received. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event stream of changes of the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    postV2CartAddItem: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "101",
                 *       "quantity": "2"
                 *     }
                 */
                "application/json": {
                    /** @description The ID or SKU of the product or variation. */
                    id: string;
                    /** @description The quantity. */
                    quantity?: string;
                    /** @description The options of the variation, `{"attribute_pa_colour": "red"}`. */
                    variation?: Record<string, unknown>;
                    /** @description Data of the client, which is stored with the item. */
                    item_data?: Record<string, unknown>;
                    /** @description The price in major units, for callers who may set prices. */
                    price?: string;
                    /** @description The billing e-mail address. */
                    email?: string;
                    /** @description The billing phone number. */
                    phone?: string;
                    /** @description Returns only the item. */
                    return_item?: boolean;
                };
            };
        };
        responses: {
            /** @description Add an item to the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | components["schemas"]["CartItem"];
                };
            };
        };
    };
    postV2CartAddItems: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "id": "101",
                 *           "quantity": "1"
                 *         },
                 *         {
                 *           "id": "107",
                 *           "quantity": "1"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The items, each with the members of add-item. */
                    items?: {
                        /** @description The ID or SKU of the product or variation. */
                        id: string;
                        /** @description The quantity. */
                        quantity?: string;
                        /** @description The options of the variation, `{"attribute_pa_colour": "red"}`. */
                        variation?: Record<string, unknown>;
                        /** @description Data of the client, which is stored with the item. */
                        item_data?: Record<string, unknown>;
                        /** @description The price in major units, for callers who may set prices. */
                        price?: string;
                    }[];
                    /** @description The grouped product, instead of `items`. */
                    id?: string;
                    /** @description Quantities by the product IDs of the group. */
                    quantity?: Record<string, unknown>;
                    /** @description The billing e-mail address. */
                    email?: string;
                    /** @description The billing phone number. */
                    phone?: string;
                    /** @description Returns only the items. */
                    return_items?: boolean;
                };
            };
        };
        responses: {
            /** @description Add several items to the cart, or products of a group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | components["schemas"]["CartItem"][];
                };
            };
        };
    };
    getV2CartItems: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["CartItem"];
                    };
                };
            };
        };
    };
    deleteV2CartItems: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
                /** @description Keeps removed items restorable. */
                keep_removed_items?: components["parameters"]["keep_removed_items"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove all items from the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    getV2CartItemsCount: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description With `numeric` an empty cart returns 0; with any other value it is an error. */
                return?: components["parameters"]["return"];
                /** @description Counts the removed items instead of the items in the cart. */
                removed_items?: components["parameters"]["removed_items"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of items in the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
        };
    };
    getV2CartItemByItemKey: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path: {
                /** @description The key of the item. */
                item_key: components["parameters"]["item_key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One item of the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartItem"];
                };
            };
        };
    };
    putV2CartItemByItemKey: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The key of the item. */
                item_key: components["parameters"]["item_key"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "return_item": false
                 *     }
                 */
                "application/json": {
                    /** @description Returns only the item. */
                    return_item?: boolean;
                };
            };
        };
        responses: {
            /** @description Restore a removed item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | components["schemas"]["CartItem"];
                };
            };
        };
    };
    postV2CartItemByItemKey: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The key of the item. */
                item_key: components["parameters"]["item_key"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quantity": "3"
                 *     }
                 */
                "application/json": {
                    /** @description The new quantity; `0` removes the item. */
                    quantity: string;
                    /** @description The new product or variation. */
                    id?: string;
                    /** @description The new options. */
                    variation?: Record<string, unknown>;
                    /** @description The new data of the client. */
                    item_data?: Record<string, unknown>;
                    /** @description Returns a sentence with the quantity. */
                    return_status?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the quantity of an item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | {
                        /** @description A message for the shopper. */
                        message: string;
                        /** @description The new quantity of the item. */
                        quantity: number;
                    };
                };
            };
        };
    };
    deleteV2CartItemByItemKey: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
                /** @description Returns a sentence. */
                return_status?: components["parameters"]["return_status"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The key of the item. */
                item_key: components["parameters"]["item_key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove an item from the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | string;
                };
            };
        };
    };
    patchV2CartItemByItemKey: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The key of the item. */
                item_key: components["parameters"]["item_key"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "return_item": false
                 *     }
                 */
                "application/json": {
                    /** @description Returns only the item. */
                    return_item?: boolean;
                };
            };
        };
        responses: {
            /** @description Restore a removed item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | components["schemas"]["CartItem"];
                };
            };
        };
    };
    postV2CartClear: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "keep_removed_items": true
                 *     }
                 */
                "application/json": {
                    /** @description Keeps removed items restorable. */
                    keep_removed_items?: boolean;
                };
            };
        };
        responses: {
            /** @description Empty the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    postV2CartUpdate: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "namespace": "update-customer",
                 *       "data": {
                 *         "first_name": "Ann",
                 *         "postcode": "3511 AB",
                 *         "city": "Utrecht"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The kind of update: `update-cart`, `update-customer`, or the name of an extension. */
                    namespace?: string;
                    /** @description Of `update-cart`: items with their quantities, as a list or a map by keys. */
                    items?: unknown;
                    /** @description Of `update-cart`: quantities by the keys of the items. */
                    quantity?: unknown;
                    /** @description The same members inside an object; for an extension, its own data. */
                    data?: unknown;
                    /** @description Of `update-customer`: whether goods go to the shipping address. */
                    ship_to_different_address?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    first_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    last_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    company?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    address_1?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    address_2?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    city?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    state?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    postcode?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    country?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    email?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    phone?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_first_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_last_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_company?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_address_1?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_address_2?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_city?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_state?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_postcode?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_country?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_email?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    billing_phone?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_first_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_last_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_company?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_address_1?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_address_2?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_city?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_state?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_postcode?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    s_country?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_first_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_last_name?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_company?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_address_1?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_address_2?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_city?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_state?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_postcode?: unknown;
                    /** @description Of `update-customer`: a member of an address. */
                    shipping_country?: unknown;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Update the cart through the handler of a namespace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    getV2CartTotals: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description Formats totals with currency symbol and separators. */
                html?: components["parameters"]["html"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals of the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartTotals"];
                };
            };
        };
    };
    postV2CartCalculate: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "country": "NL",
                 *       "postcode": "3511 AB",
                 *       "city": "Utrecht"
                 *     }
                 */
                "application/json": {
                    /** @description The two-letter code of the country. */
                    country?: string;
                    /** @description The code of the state. */
                    state?: string;
                    /** @description The postcode. */
                    postcode?: string;
                    /** @description The city. */
                    city?: string;
                    /** @description The same as `country`. */
                    s_country?: string;
                    /** @description The same as `state`. */
                    s_state?: string;
                    /** @description The same as `postcode`. */
                    s_postcode?: string;
                    /** @description The same as `city`. */
                    s_city?: string;
                    /** @description The same as `country`. */
                    shipping_country?: string;
                    /** @description The same as `state`. */
                    shipping_state?: string;
                    /** @description The same as `postcode`. */
                    shipping_postcode?: string;
                    /** @description The same as `city`. */
                    shipping_city?: string;
                    /** @description Returns only the totals. */
                    return_totals?: boolean;
                };
            };
        };
        responses: {
            /** @description Calculate the cart, optionally for an address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | components["schemas"]["CartTotals"];
                };
            };
        };
    };
    postV2CartApplyCoupon: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "welcome10"
                 *     }
                 */
                "application/json": {
                    /** @description The code of the coupon. */
                    code?: string;
                    /** @description The same as `code`. */
                    coupon?: string;
                    /** @description The e-mail address of the customer, for coupons restricted to e-mail addresses. */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description Apply a coupon to the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    deleteV2CartCouponsByCode: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The code of the coupon. */
                code: components["parameters"]["code"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a coupon from the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    postV2CartAddFee: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Gift wrapping",
                 *       "amount": "2.50",
                 *       "taxable": true
                 *     }
                 */
                "application/json": {
                    /** @description The name of the fee. */
                    name: string;
                    /** @description The amount in major units; a negative amount is a discount. */
                    amount: string;
                    /** @description Whether it is taxed. */
                    taxable?: boolean;
                    /**
                     * @description The tax class; empty for the standard one.
                     * @default
                     */
                    tax_class?: string;
                };
            };
        };
        responses: {
            /** @description Add a fee to the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    postV2CartRemoveFees: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove all fees from the cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    postV2CartSetShippingMethod: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "rate_id": "flat_rate:1"
                 *     }
                 */
                "application/json": {
                    /** @description The key of the shipping rate. */
                    rate_id?: string;
                    /** @description The same as `rate_id`. */
                    key?: string;
                    /** @description The same as `rate_id`. */
                    method_key?: string;
                    /** @description The package; by default the first. */
                    package_id?: string;
                };
            };
        };
        responses: {
            /** @description Choose a shipping rate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]);
                };
            };
        };
    };
    postV2CartCalculateShipping: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Returns the raw items of v1 instead of the cart. */
                default?: components["parameters"]["default"];
                /** @description With `minor` totals are text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Formats totals with currency symbol and separators. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "country": "NL",
                 *       "postcode": "3511 AB",
                 *       "city": "Utrecht"
                 *     }
                 */
                "application/json": {
                    /** @description The two-letter code of the country. */
                    country?: string;
                    /** @description The code of the state. */
                    state?: string;
                    /** @description The postcode. */
                    postcode?: string;
                    /** @description The city. */
                    city?: string;
                    /** @description The same as `country`. */
                    s_country?: string;
                    /** @description The same as `state`. */
                    s_state?: string;
                    /** @description The same as `postcode`. */
                    s_postcode?: string;
                    /** @description The same as `city`. */
                    s_city?: string;
                    /** @description The same as `country`. */
                    shipping_country?: string;
                    /** @description The same as `state`. */
                    shipping_state?: string;
                    /** @description The same as `postcode`. */
                    shipping_postcode?: string;
                    /** @description The same as `city`. */
                    shipping_city?: string;
                    /** @description Returns the shipping rates. */
                    return_methods?: boolean;
                };
            };
        };
        responses: {
            /** @description Set the shipping destination. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | ({
                        [key: string]: components["schemas"]["CartLineV1"];
                    } | unknown[]) | {
                        [key: string]: components["schemas"]["ShippingRate"];
                    };
                };
            };
        };
    };
    getV2Sessions: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page2"];
                /** @description The number of carts per page. */
                per_page?: components["parameters"]["per_page2"];
                /** @description The sort direction. */
                order?: components["parameters"]["order2"];
                /** @description The sort field; `date` is the creation of the cart. */
                orderby?: components["parameters"]["orderby5"];
                /** @description The beginning of a cart key or an e-mail address. */
                search?: components["parameters"]["search3"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carts of all guests and customers, page by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionInList"][];
                };
            };
        };
    };
    getV2SessionByKey: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The cart key of a guest, or the ID of a customer. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    deleteV2SessionByKey: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The cart key of a guest, or the ID of a customer. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        deleted: true;
                    };
                };
            };
        };
    };
    getV2SessionByKeyItems: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The cart key of a guest, or the ID of a customer. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of one cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartItem"][];
                };
            };
        };
    };
    getV2SessionsByKey: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The cart key of a guest, or the ID of a customer. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    deleteV2SessionsByKey: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The cart key of a guest, or the ID of a customer. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        deleted: true;
                    };
                };
            };
        };
    };
    getV2SessionsByKeyItems: {
        parameters: {
            query?: {
                /** @description Whether items include their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The cart key of a guest, or the ID of a customer. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items of one cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartItem"][];
                };
            };
        };
    };
    getV2CartCouponsValidate: {
        parameters: {
            query?: {
                /** @description An e-mail address to check instead of the billing e-mail address. */
                email?: components["parameters"]["email"];
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the coupons of the cart are valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponVerdict"][];
                };
            };
        };
    };
    postBatch: {
        parameters: {
            query?: {
                /** @description The members to return, as a comma list; `totals.total` is a nested member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client. A request that is repeated with the same key is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "requests": [
                 *         {
                 *           "method": "POST",
                 *           "path": "/v2/cart/add-item",
                 *           "body": {
                 *             "id": "101",
                 *             "quantity": "1"
                 *           }
                 *         },
                 *         {
                 *           "method": "POST",
                 *           "path": "/v2/cart/apply-coupon",
                 *           "body": {
                 *             "code": "welcome10"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description With `require-all-validate` nothing is done if one request is invalid.
                     * @default normal
                     * @enum {string}
                     */
                    validation?: "normal" | "require-all-validate";
                    /** @description The requests, at most 25. */
                    requests: {
                        /**
                         * @description The HTTP method.
                         * @default POST
                         * @enum {string}
                         */
                        method?: "POST" | "PUT" | "PATCH" | "DELETE" | "GET";
                        /** @description The path with its query. */
                        path: string;
                        /** @description The body of the request. */
                        body?: Record<string, unknown>;
                        /** @description The headers of the request; only those with a cart key have an effect. */
                        headers?: Record<string, unknown>;
                    }[];
                };
            };
        };
        responses: {
            /** @description Several requests as one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cart"] | {
                        /** @description The answers in the order of the requests. */
                        responses: components["schemas"]["BatchResponse"][];
                    };
                };
            };
            /** @description Several requests as one. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always this value: nothing was done.
                         * @constant
                         */
                        failed: "validation";
                        /** @description The error of each request; `null` for a valid one. */
                        responses: (components["schemas"]["BatchResponse"] | null)[];
                    };
                };
            };
        };
    };
}
