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
        /** The attributes of products, all of them */
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
        /** Ways to ship a product */
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
        /** Say whether a token is valid */
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
        /** Make an account and log in */
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
        /** The own account */
        get: operations["getV2MyAccount"];
        put?: never;
        /** Change the names and the e-mail address of the own account */
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
        /** Change the addresses of the own account */
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
        /** Change the own password; other logins end */
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
        /** Ask for a token that sets a forgotten password */
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
        /** Set a forgotten password by a token; all logins end */
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
        /** A key for a new cart */
        post: operations["postV2Cart"];
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
        /** How many items are in the cart */
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
        /** Bring a removed item back */
        put: operations["putV2CartItemByItemKey"];
        /** Change the quantity of an item */
        post: operations["postV2CartItemByItemKey"];
        /** Remove an item from the cart */
        delete: operations["deleteV2CartItemByItemKey"];
        options?: never;
        head?: never;
        /** Bring a removed item back */
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
        /** Calculate the cart, perhaps for an address */
        post: operations["postV2CartCalculate"];
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
        /** The cart in short */
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
        /** Items that were removed from the cart */
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
        /** Products that go with those in the cart */
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
        /** Choose how the cart is shipped */
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
        /** Set where the cart is shipped */
        post: operations["postV2CartCalculateShipping"];
        delete?: never;
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
        /** The changes of the cart, as they happen */
        get: operations["getV2CartEvents"];
        put?: never;
        post?: never;
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
        /** Whether the coupons of the cart are good */
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
            /** @description How the shop shows its terms, `select`. */
            type: string;
            /**
             * @description How its terms are sorted in the shop.
             * @enum {string}
             */
            order_by: "menu_order" | "name" | "name_num" | "id";
            /** @description Whether the shop has pages of its terms. */
            has_archives: boolean;
            /**
             * Format: uri
             * @description Where it is.
             */
            rest_url: string;
            /** @description Addresses. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
            /** @description How many published products there are. */
            count: number;
            /** @description The place that the shop gives it. */
            menu_order: number;
            /**
             * Format: uri
             * @description Where it is.
             */
            rest_url: string;
            /** @description Addresses. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
            };
        };
        BatchResponse: {
            /** @description The status that the request would have by itself. */
            status: number;
            /** @description Its headers; a request about the cart has none of its own. */
            headers: {
                [key: string]: string;
            };
            /** @description Its body. */
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
            /** @description How many published products there are. */
            count: number;
            /** @description The ID of its parent; 0 at the top. */
            parent: number;
            /** @description The picture. */
            image: {
                /** @description The ID. */
                id: number;
                /**
                 * Format: uri
                 * @description The address.
                 */
                src: string;
                /** @description The name. */
                name: string;
                /** @description The text for those who do not see it. */
                alt: string;
            } | null;
            /** @description The place that the shop gives it. */
            menu_order: number;
            /**
             * Format: uri
             * @description Where it is.
             */
            rest_url: string;
            /** @description Addresses. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
            };
        };
        Cart: {
            /** @description A hash of the items and the total; a sentence for an empty cart. */
            cart_hash: string;
            /** @description The key of the cart. */
            cart_key: string;
            /** @description How many pieces there are. */
            item_count: number;
            /** @description Whether there is something to pay. */
            needs_payment: boolean;
            /** @description Whether there is something to ship. */
            needs_shipping: boolean;
            /** @description How amounts are written. */
            currency: components["schemas"]["CartCurrency"];
            /** @description The addresses of the customer. */
            customer: components["schemas"]["CartCustomer"];
            /** @description What coupons take off. */
            coupons: components["schemas"]["CartCoupon"][];
            /** @description How the cart is shipped. */
            shipping: components["schemas"]["CartShipping"];
            /** @description Removed items that can be restored. */
            removed_items: components["schemas"]["RemovedItem"][];
            /** @description Products that go with the cart. */
            cross_sells: components["schemas"]["CrossSell"][];
            /** @description The items by their keys. */
            items: {
                [key: string]: components["schemas"]["CartItem"];
            };
            /** @description The weight in the unit of the store. */
            items_weight: number;
            /** @description The fees. */
            fees: components["schemas"]["CartFee"][];
            /** @description The taxes by rate. */
            taxes: components["schemas"]["CartTax"][];
            /** @description Totals of the cart. */
            totals: components["schemas"]["CartTotals"];
            /** @description Sentences for the shopper, by their kind. */
            notices: {
                /** @description What was done. */
                success?: string[];
                /** @description What could not be done. */
                error?: string[];
                /** @description What changed without being asked for. */
                notice?: string[];
                /** @description What else is good to know. */
                info?: string[];
            };
            /** @description What extensions of the shop say of the cart. */
            extensions: {
                [key: string]: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            };
        };
        CartCoupon: {
            /** @description The code. */
            coupon: string;
            /** @description The code with a word before it. */
            label: string;
            /**
             * @description How the discount is calculated.
             * @enum {string}
             */
            discount_type: "percent" | "fixed_cart" | "fixed_product";
            /** @description What it takes off, with its minus sign. */
            saving: string;
            /** @description The same as a shopper reads it. */
            saving_html: string;
        };
        CartCurrency: {
            /** @description The code of the currency, `EUR`. */
            currency_code: string;
            /** @description The symbol of the currency. */
            currency_symbol: string;
            /** @description How many decimals amounts have. */
            currency_minor_unit: number;
            /** @description What stands before the decimals. */
            currency_decimal_separator: string;
            /** @description What stands between groups of three digits. */
            currency_thousand_separator: string;
            /** @description What stands before an amount. */
            currency_prefix: string;
            /** @description What stands after an amount. */
            currency_suffix: string;
            /** @description Where the symbol stands: `left`, `right`, `left_space` or `right_space`. */
            currency_symbol_pos: string;
        };
        CartCustomer: {
            /** @description Whom the bill is for. */
            billing_address: {
                /** @description The first name. */
                billing_first_name: string;
                /** @description The last name. */
                billing_last_name: string;
                /** @description The company. */
                billing_company: string;
                /** @description The country, by its code of two letters. */
                billing_country: string;
                /** @description The first line of the address. */
                billing_address_1: string;
                /** @description The second line of the address. */
                billing_address_2: string;
                /** @description The postcode. */
                billing_postcode: string;
                /** @description The city. */
                billing_city: string;
                /** @description The state, by its code. */
                billing_state: string;
                /** @description The phone number. */
                billing_phone: string;
                /** @description The e-mail address. */
                billing_email: string;
            };
            /** @description Where the goods go. */
            shipping_address: {
                /** @description The first name. */
                shipping_first_name: string;
                /** @description The last name. */
                shipping_last_name: string;
                /** @description The company. */
                shipping_company: string;
                /** @description The country, by its code of two letters. */
                shipping_country: string;
                /** @description The first line of the address. */
                shipping_address_1: string;
                /** @description The second line of the address. */
                shipping_address_2: string;
                /** @description The postcode. */
                shipping_postcode: string;
                /** @description The city. */
                shipping_city: string;
                /** @description The state, by its code. */
                shipping_state: string;
            };
        };
        CartFee: {
            /** @description The name. */
            name: string;
            /** @description The amount as it was asked for, in major units. */
            amount: number;
            /** @description Whether it is taxed. */
            taxable: boolean;
            /** @description The tax class; empty for the standard one. */
            tax_class: string;
            /** @description Total without tax. */
            total: number;
            /** @description The tax on it. */
            tax: number;
        };
        CartItem: {
            /** @description The key of the item. */
            item_key: string;
            /** @description The ID of the product, or of the variation that was chosen. */
            id: number;
            /** @description The name of the product. */
            name: string;
            /** @description The name with the chosen options. */
            title: string;
            /** @description How many there are, and may be. */
            quantity: {
                /** @description How many there are. */
                value: number;
                /** @description The least quantity. */
                min_purchase: number;
                /** @description The greatest quantity; -1 for no limit. */
                max_purchase: number;
            };
            /** @description The slug of the product. */
            slug: string;
            /** @description A sentence if the item is on backorder, else empty. */
            backorders: string;
            /** @description The address of the picture; empty with `thumb=false`. */
            featured_image: string | "";
            /** @description The price of one, as a shopper reads it. */
            price: string;
            /** @description Total of the item, in major units. */
            totals: {
                /** @description Before discounts, without tax. */
                subtotal: number;
                /** @description The tax on that. */
                subtotal_tax: number;
                /** @description After discounts, without tax. */
                total: number;
                /** @description The tax on that. */
                tax: number;
            };
            /** @description What is bought. */
            meta: {
                /** @description The type of the product, `simple` or `variation`. */
                product_type: string;
                /** @description The SKU. */
                sku: string;
                /** @description Length, width and height with their unit. */
                dimensions: {
                    /** @description The length. */
                    length: string;
                    /** @description The width. */
                    width: string;
                    /** @description The height. */
                    height: string;
                    /** @description The unit of all three. */
                    unit: string;
                };
                /** @description The weight of the whole item; `0.0` without one. */
                weight: string;
                /** @description The chosen options, from the name of the attribute to that of the option. */
                variation: {
                    [key: string]: string;
                };
            };
            /** @description The data that came with the item. */
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
            /** @description The chosen options by the names that adding takes, `attribute_pa_colour`. */
            variation: {
                [key: string]: string;
            } | unknown[];
            /** @description How many there are. */
            quantity: number;
            /** @description A hash of the type of the product and its options. */
            data_hash: string;
            /** @description The taxes on the item. */
            line_tax_data: {
                /** @description Before discounts, by the ID of the rate. */
                subtotal: {
                    [key: string]: number;
                } | unknown[];
                /** @description After discounts, by the ID of the rate. */
                total: {
                    [key: string]: number;
                } | unknown[];
            };
            /** @description The item before discounts, without tax, in major units. */
            line_subtotal: number;
            /** @description The tax on it before discounts. */
            line_subtotal_tax: number;
            /** @description The item after discounts, without tax. */
            line_total: number;
            /** @description The tax on it after discounts. */
            line_tax: number;
            /** @description Always empty. */
            data: Record<string, unknown>;
            /** @description The data that came with the item. */
            cart_item_data: {
                [key: string]: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            } | unknown[];
            /** @description The name of the product. */
            product_name: string;
            /** @description The name with the chosen options. */
            product_title: string;
            /** @description The price of one, as a shopper reads it. */
            product_price: string;
            /**
             * Format: uri
             * @description The address of the picture; there with `thumb=true`.
             */
            product_image?: string;
        };
        CartShipping: {
            /** @description How many packages there are. */
            total_packages: number;
            /** @description Whether there is more than one package. */
            show_package_details: boolean;
            /** @description Whether the destination is known, so that shipping is calculated. */
            has_calculated_shipping: boolean;
            /** @description The packages: `default`, then `1`, `2` and so on. */
            packages: {
                [key: string]: {
                    /** @description The name of the package. */
                    package_name: string;
                    /** @description The ways to ship it, by their keys. */
                    rates: {
                        [key: string]: components["schemas"]["ShippingRate"];
                    };
                    /** @description What is in it, in words. */
                    package_details: string;
                    /** @description The place of the package, from 0. */
                    index: number;
                    /** @description The key of the chosen way to ship; empty for none. */
                    chosen_method: string;
                    /** @description Where it goes, in words. */
                    formatted_destination: string;
                };
            };
        };
        CartTax: {
            /** @description The ID of the rate. */
            rate_id: number;
            /** @description The name of the tax. */
            label: string;
            /** @description Whether it is calculated on the other taxes as well. */
            compound: boolean;
            /** @description The tax on items and fees. */
            tax_total: string;
            /** @description The tax on the shipping. */
            shipping_tax_total: string;
        };
        /** @description Amounts are decimal text, minor units with `money=minor`, and as a shopper reads them with `formatted=true`; taxes by rate are whole minor units. */
        CartTotals: {
            /** @description The items before discounts, without tax. */
            subtotal: string;
            /** @description The tax on the items before discounts. */
            subtotal_tax: string;
            /** @description The fees, without tax. */
            fee_total: string;
            /** @description The tax on the fees. */
            fee_tax: string;
            /** @description What coupons take off, without tax. */
            discount_total: string;
            /** @description The tax that coupons take off. */
            discount_tax: string;
            /** @description The shipping, without tax. */
            shipping_total: string;
            /** @description The tax on the shipping. */
            shipping_tax: string;
            /** @description Total of the cart, with all taxes. */
            total: string;
            /** @description All taxes. */
            total_tax: string;
            /** @description The items after discounts, without tax. */
            cart_contents_total: string;
            /** @description The tax on the items after discounts. */
            cart_contents_tax: string;
            /** @description The tax on the shipping, for each rate. */
            shipping_taxes: number[];
            /** @description The tax on the items, for each rate. */
            cart_contents_taxes: number[];
            /** @description The tax on the fees, for each rate. */
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
            /** @description How many published products there are. */
            count: number;
            /** @description The ID of its parent; 0 at the top. */
            parent: number;
            /** @description The picture. */
            image: {
                /** @description The ID. */
                id: number;
                /**
                 * Format: uri
                 * @description The address.
                 */
                src: string;
                /** @description The name. */
                name: string;
                /** @description The text for those who do not see it. */
                alt: string;
            } | null;
            /** @description The place that the shop gives it. */
            menu_order: number;
            /**
             * @description What a page of the category shows.
             * @enum {string}
             */
            display: "default" | "products" | "subcategories" | "both";
            /**
             * Format: uri
             * @description Where it is.
             */
            rest_url: string;
            /** @description Addresses. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
            /** @description The ID of its parent; 0 at the top. */
            parent: number;
            /** @description How many products of the list have it. */
            count: number;
        };
        CountedTerm: {
            /** @description The ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /** @description How many products of the list have it. */
            count: number;
        };
        CouponVerdict: {
            /** @description The code. */
            coupon: string;
            /** @description Whether it is good. */
            valid: boolean;
            /** @description Why it is not good, in one word; empty if it is. */
            reason: string;
            /** @description Why it is not good, as a sentence; empty if it is. */
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
            /** @description The price that holds now. */
            price: string | "";
            /** @description The price without a sale. */
            regular_price: string | "";
            /** @description The price of the sale; empty without one. */
            sale_price: string | "";
            /** @description Whether the sale holds now. */
            on_sale: boolean;
            /**
             * Format: uri
             * @description The address of the picture.
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
        /** @description There is an account with this user name, e-mail address or phone number already. */
        ErrorAccountExists: {
            /** @constant */
            code: "service_account_exists";
            /** @example There is an account with this user name, e-mail address or phone number already. */
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
        /** @description You are authenticated already; the cart key is not needed. */
        ErrorAlreadyAuthenticatingUser: {
            /** @constant */
            code: "service_already_authenticating_user";
            /** @example You are authenticated already; the cart key is not needed. */
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
        /** @description You are logged in, so you have a cart already. */
        ErrorCartAlreadyExists: {
            /** @constant */
            code: "service_cart_already_exists";
            /** @example You are logged in, so you have a cart already. */
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
        /** @description There are no coupons in your cart to look at. */
        ErrorCartNoCouponsApplied: {
            /** @constant */
            code: "service_cart_no_coupons_applied";
            /** @example There are no coupons in your cart to look at. */
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
        /** @description You have said that already. */
        ErrorCommentDuplicate: {
            /** @constant */
            code: "service_comment_duplicate";
            /** @example You have said that already. */
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
        /** @description This coupon cannot be added to those of your cart. */
        ErrorCouponCannotAdd: {
            /** @constant */
            code: "service_coupon_cannot_add";
            /** @example This coupon cannot be added to those of your cart. */
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
        /** @description Coupons of your cart cannot be used any more. */
        ErrorCouponsExpired: {
            /** @constant */
            code: "service_coupons_expired";
            /** @example Coupons of your cart cannot be used any more. */
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
        /** @description There is a fee with this name already. */
        ErrorFeeAlreadyExists: {
            /** @constant */
            code: "service_fee_already_exists";
            /** @example There is a fee with this name already. */
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
        /** @description Logins from this country are not among those approved. */
        ErrorGeoRestricted: {
            /** @constant */
            code: "service_geo_restricted";
            /** @example Logins from this country are not among those approved. */
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
        /** @description Choose how many of the products of this group you want. */
        ErrorGroupedProductFailed: {
            /** @constant */
            code: "service_grouped_product_failed";
            /** @example Choose how many of the products of this group you want. */
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
        /** @description This token to set a password is not valid, or no longer valid. Please ask for another one. */
        ErrorInvalidOrExpiredKey: {
            /** @constant */
            code: "service_invalid_or_expired_key";
            /** @example This token to set a password is not valid, or no longer valid. Please ask for another one. */
            message: string;
            data: {
                /** @constant */
                status: 400;
            };
        };
        /** @description This is no postcode of the country. */
        ErrorInvalidPostcode: {
            /** @constant */
            code: "service_invalid_postcode";
            /** @example This is no postcode of the country. */
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
        /** @description The request does not fit the schema of the operation. */
        ErrorInvalidRequest: {
            /** @constant */
            code: "service_invalid_request";
            /** @example The request does not fit the schema of the operation. */
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
        /** @description An option of this product cannot be chosen. */
        ErrorInvalidVariationData: {
            /** @constant */
            code: "service_invalid_variation_data";
            /** @example An option of this product cannot be chosen. */
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
        /** @description Options of this product have to be chosen. */
        ErrorMissingVariationData: {
            /** @constant */
            code: "service_missing_variation_data";
            /** @example Options of this product have to be chosen. */
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
        /** @description There is nothing in your cart that could be removed. */
        ErrorNoItems: {
            /** @constant */
            code: "service_no_items";
            /** @example There is nothing in your cart that could be removed. */
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
        /** @description There is no way to ship your cart. */
        ErrorNoShippingMethods: {
            /** @constant */
            code: "service_no_shipping_methods";
            /** @example There is no way to ship your cart. */
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
        /** @description This password is among the first that an attacker tries. Please choose another one. */
        ErrorPasswordTooCommon: {
            /** @constant */
            code: "service_password_too_common";
            /** @example This password is among the first that an attacker tries. Please choose another one. */
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
        /** @description This shop does not take registrations. */
        ErrorRegistrationDisabled: {
            /** @constant */
            code: "service_registration_disabled";
            /** @example This shop does not take registrations. */
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
        /** @description A review needs words, and not too many of them. */
        ErrorReviewContentInvalid: {
            /** @constant */
            code: "service_review_content_invalid";
            /** @example A review needs words, and not too many of them. */
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
        /** @description Your cart cannot be shipped in this way. */
        ErrorShippingMethodIncorrect: {
            /** @constant */
            code: "service_shipping_method_incorrect";
            /** @example Your cart cannot be shipped in this way. */
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
        /** @description Shipping costs are known once there is an address. */
        ErrorShippingNotCalculated: {
            /** @constant */
            code: "service_shipping_not_calculated";
            /** @example Shipping costs are known once there is an address. */
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
        /** @description Too many streams of events are open. */
        ErrorStreamLimitExceeded: {
            /** @constant */
            code: "service_stream_limit_exceeded";
            /** @example Too many streams of events are open. */
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
            /** @description How many products the list has on all pages. */
            total_products: number;
            /** @description Categories; each counts those below it too. */
            categories: components["schemas"]["CountedInTree"][];
            /** @description Tags. */
            tags: components["schemas"]["CountedTerm"][];
            /** @description Brands. */
            brands: components["schemas"]["CountedInTree"][];
            /** @description Attributes of the shop. */
            attributes: {
                /** @description The ID. */
                id: number;
                /** @description The name. */
                name: string;
                /** @description The slug. */
                slug: string;
                /** @description Its terms. */
                terms: components["schemas"]["CountedTerm"][];
            }[];
            /** @description Ratings, the best first. */
            ratings: {
                /** @description The mean rating, rounded: 1 to 5. */
                rating: number;
                /** @description How many products of the list have it. */
                count: number;
            }[];
            /** @description What the stock amounts to. */
            stock_statuses: {
                /**
                 * @description The status.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description How many products of the list have it. */
                count: number;
            }[];
            /** @description Prices; `null` where no product has one. */
            prices: {
                /** @description The lowest price, in major units; a value of `min_price`. */
                min_price: string;
                /** @description The highest price, in major units; a value of `max_price`. */
                max_price: string;
                /** @description Bands of equal width, the cheapest first. */
                bands: {
                    /** @description The lowest price, in major units; a value of `min_price`. */
                    min_price: string;
                    /** @description The highest price, in major units; a value of `max_price`. */
                    max_price: string;
                    /** @description How many products of the list have it. */
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
                /** @description The name that is shown. */
                user_display_name: string;
            };
            /** @description The ID of the account, as text. */
            user_id: string;
            /** @description The first name. */
            first_name: string;
            /** @description The last name. */
            last_name: string;
            /** @description The name that is shown. */
            display_name: string;
            /** @description The role as people read it, `Shop manager`. */
            role: string;
            /** @description Pictures by their size in pixels; empty without `avatars=true`. */
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
            /** @description The tokens once more. */
            extras: {
                /** @description The access token. */
                jwt_token: string;
                /** @description The refresh token; empty after a login with a token. */
                jwt_refresh: string;
            };
        };
        MiniCart: {
            /** @description A hash of the items and the total; a sentence for an empty cart. */
            cart_hash: string;
            /** @description The key of the cart. */
            cart_key: string;
            /** @description How many pieces there are. */
            item_count: number;
            /** @description Whether there is something to pay. */
            needs_payment: boolean;
            /** @description Whether there is something to ship. */
            needs_shipping: boolean;
            /** @description How amounts are written. */
            currency: components["schemas"]["CartCurrency"];
            /** @description The items by their keys, in short. */
            items: {
                [key: string]: {
                    /** @description The key of the item. */
                    item_key: string;
                    /** @description The ID of the product, or of the variation that was chosen. */
                    id: number;
                    /** @description The name of the product. */
                    name: string;
                    /** @description The price of one, as in the whole cart. */
                    price: string;
                    /** @description How many there are. */
                    quantity: number;
                    /** @description The address of the picture; empty with `thumb=false`. */
                    featured_image: string | "";
                };
            };
            /** @description Four of the totals, as in the whole cart. */
            totals: {
                /** @description The items before discounts, without tax. */
                subtotal: string;
                /** @description The tax on them. */
                subtotal_tax: string;
                /** @description Total of the cart, with all taxes. */
                total: string;
                /** @description All taxes. */
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
                /** @description The name that is shown. */
                display_name: string;
                /** @description The role as people read it. */
                role: string;
                /** @description When the account was made, in UTC. */
                date_created: string;
            };
            /** @description Whom the bill is for. */
            billing_address: {
                /** @description The first name. */
                billing_first_name: string;
                /** @description The last name. */
                billing_last_name: string;
                /** @description The company. */
                billing_company: string;
                /** @description The country, by its code of two letters. */
                billing_country: string;
                /** @description The first line of the address. */
                billing_address_1: string;
                /** @description The second line of the address. */
                billing_address_2: string;
                /** @description The postcode. */
                billing_postcode: string;
                /** @description The city. */
                billing_city: string;
                /** @description The state, by its code. */
                billing_state: string;
                /** @description The phone number. */
                billing_phone: string;
                /** @description The e-mail address. */
                billing_email: string;
            };
            /** @description Where the goods go. */
            shipping_address: {
                /** @description The first name. */
                shipping_first_name: string;
                /** @description The last name. */
                shipping_last_name: string;
                /** @description The company. */
                shipping_company: string;
                /** @description The country, by its code of two letters. */
                shipping_country: string;
                /** @description The first line of the address. */
                shipping_address_1: string;
                /** @description The second line of the address. */
                shipping_address_2: string;
                /** @description The postcode. */
                shipping_postcode: string;
                /** @description The city. */
                shipping_city: string;
                /** @description The state, by its code. */
                shipping_state: string;
            };
            /** @description Tokens of a new login, after a change that ended the earlier ones; else empty. */
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
            /** @description The ID of the product of a variation; else 0. */
            parent_id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /**
             * Format: uri
             * @description The page of the shop.
             */
            permalink: string;
            /** @description The SKU. */
            sku: string;
            /** @description The description, as HTML. */
            description: string;
            /** @description When it was made and last changed. */
            dates: {
                /** @description By the clock of the shop. */
                created: string;
                /** @description In UTC. */
                created_gmt: string;
                /** @description By the clock of the shop. */
                modified: string;
                /** @description In UTC. */
                modified_gmt: string;
            };
            /** @description Whether the shop features it. */
            featured: boolean;
            /** @description The weight. */
            weight: {
                /** @description The weight. */
                value: string;
                /** @description Its unit. */
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
                /** @description The unit of all three. */
                unit: string;
            };
            /** @description Data of the shop; without keys that begin with `_`. */
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
            /** @description How it is sold. */
            hidden_conditions: {
                /** @description Whether nothing is shipped. */
                virtual: boolean;
                /** @description Whether it is a download. */
                downloadable: boolean;
                /** @description Whether the stock is counted. */
                manage_stock: boolean;
                /** @description Whether a cart may contain only one. */
                sold_individually: boolean;
                /** @description Whether it is shipped. */
                shipping_required: boolean;
                /** @description Whether it may be reviewed. */
                reviews_allowed: boolean;
            };
            /** @description The mean of the ratings. */
            average_rating: string;
            /** @description How many reviews there are. */
            review_count: number;
            /** @description How many ratings there are. */
            rating_count: number;
            /** @description The highest rating. */
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
                 * @description Where it is.
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
                 * @description Where it is.
                 */
                rest_url: string;
            }[];
            /** @description The IDs of the products of a group. */
            grouped_products: number[];
            /** @description How many were sold. */
            total_sales: number;
            /** @description Where an external product is sold. */
            external_url: string;
            /** @description The words of the shop for the button of an external product. */
            button_text: string;
            /**
             * @description The type; `variation` where an ID of one was asked for.
             * @enum {string}
             */
            type: "simple" | "grouped" | "external" | "variable" | "variation";
            /** @description What it costs, as decimal text. */
            prices: {
                /** @description The price that holds now; of several the lowest. */
                price: string | "";
                /** @description The price without a sale. */
                regular_price: string | "";
                /** @description The price of the sale. */
                sale_price: string | "";
                /** @description Whether the sale holds now. */
                on_sale: boolean;
                /** @description When the sale holds; `null` for no bound. */
                date_on_sale: {
                    /** @description Its begin, by the clock of the shop. */
                    from: string | null;
                    /** @description Its begin in UTC. */
                    from_gmt: string | null;
                    /** @description Its end, by the clock of the shop. */
                    to: string | null;
                    /** @description Its end in UTC. */
                    to_gmt: string | null;
                };
                /** @description How amounts are written. */
                currency: components["schemas"]["ProductCurrency"];
                /** @description The lowest and the highest price of the variations; `null` where there is one price. */
                price_range: {
                    /** @description The lowest. */
                    min: string;
                    /** @description The highest. */
                    max: string;
                } | null;
            };
            /** @description The attributes, by the names that adding takes. */
            attributes: {
                [key: string]: {
                    /** @description The ID of the attribute; 0 for one that only this product has. */
                    id: number;
                    /** @description The name of the attribute. */
                    name: string;
                    /** @description Its place. */
                    position: number;
                    /** @description Whether it is shown. */
                    is_attribute_visible: boolean;
                    /** @description Whether variations differ by it. */
                    used_for_variation: boolean;
                    /** @description The options. */
                    options: {
                        [key: string]: string;
                    };
                };
            };
            /** @description The options that it starts with. */
            default_attributes: {
                [key: string]: {
                    /** @description The ID of the attribute; 0 for one that only this product has. */
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
                /** @description Whether it can be bought as far as the stock goes. */
                is_in_stock: boolean;
                /** @description How many there are; `null` where the stock is not counted. */
                stock_quantity: number | null;
                /**
                 * @description What the stock amounts to.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description Whether more may be ordered than there are: `no`, `notify` or `yes`. */
                backorders: string;
                /** @description Whether more may be ordered than there are. */
                backorders_allowed: boolean;
                /** @description Whether it is on backorder now. */
                backordered: boolean;
                /** @description The quantity from which the stock is low. */
                low_stock_amount: number | null;
            };
            /** @description The reviews; with `show_reviews=true`. */
            reviews: components["schemas"]["ReviewInProduct"][];
            /** @description Related products. */
            related: components["schemas"]["ProductCard"][];
            /** @description Products that are better. */
            upsells: components["schemas"]["ProductCard"][];
            /** @description Products that go with it. */
            cross_sells: components["schemas"]["ProductCard"][];
            /** @description How it is bought. */
            add_to_cart: {
                /** @description The words on the button. */
                text: string;
                /** @description The same as a sentence, for screen readers. */
                description: string;
                /** @description Whether a variation must be chosen. */
                has_options: boolean;
                /** @description Whether it can be bought. */
                is_purchasable: boolean;
                /** @description How many may be bought at once; empty where a quantity means nothing. */
                purchase_quantity: {
                    /** @description The least quantity. */
                    min_purchase: number;
                    /** @description The greatest quantity; -1 for no limit. */
                    max_purchase: number;
                } | Record<string, unknown>;
                /** @description Where it is added to the cart; empty for what cannot be added by itself. */
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
             * @description The page of the shop.
             */
            permalink: string;
            /** @description The price that holds now. */
            price: string | "";
            /** @description How it is bought. */
            add_to_cart: {
                /** @description The words on the button. */
                text: string;
                /** @description The same as a sentence, for screen readers. */
                description: string;
                /** @description Where it is added to the cart; empty for what cannot be added by itself. */
                rest_url: string | "";
            };
            /**
             * Format: uri
             * @description Where it is.
             */
            rest_url: string;
        };
        ProductCurrency: {
            /** @description The code of the currency, `EUR`. */
            currency_code: string;
            /** @description The symbol of the currency. */
            currency_symbol: string;
            /** @description How many decimals amounts have. */
            currency_minor_unit: number;
            /** @description What stands before the decimals. */
            currency_decimal_separator: string;
            /** @description What stands between groups of three digits. */
            currency_thousand_separator: string;
            /** @description What stands before an amount. */
            currency_prefix: string;
            /** @description What stands after an amount. */
            currency_suffix: string;
        };
        ProductImage: {
            /** @description The ID; 0 for a placeholder. */
            id: number;
            /** @description The address of each size. */
            src: {
                /**
                 * Format: uri
                 * @description The smallest.
                 */
                thumbnail: string;
                /**
                 * Format: uri
                 * @description Of medium size.
                 */
                medium: string;
                /**
                 * Format: uri
                 * @description The large one.
                 */
                large: string;
                /**
                 * Format: uri
                 * @description As it was uploaded.
                 */
                full: string;
            };
            /** @description The name. */
            name: string;
            /** @description The text for those who do not see it. */
            alt: string;
            /** @description The place, from 0. */
            position: number;
            /** @description Whether it is the first one. */
            featured: boolean;
        };
        ProductPage: {
            /** @description The products. */
            products: (components["schemas"]["Product"] | {
                /** @description The ID. */
                id: number;
                /** @description The ID of the product of a variation; else 0. */
                parent_id: number;
                /** @description The name. */
                name: string;
                /**
                 * @description The type; `variation` where an ID of one was asked for.
                 * @enum {string}
                 */
                type: "simple" | "grouped" | "external" | "variable" | "variation";
                /** @description The slug. */
                slug: string;
                /**
                 * Format: uri
                 * @description The page of the shop.
                 */
                permalink: string;
                /** @description The SKU. */
                sku: string;
                /** @description What it costs, as decimal text. */
                prices: {
                    /** @description The price that holds now; of several the lowest. */
                    price: string | "";
                    /** @description The price without a sale. */
                    regular_price: string | "";
                    /** @description The price of the sale. */
                    sale_price: string | "";
                    /** @description Whether the sale holds now. */
                    on_sale: boolean;
                    /** @description When the sale holds; `null` for no bound. */
                    date_on_sale: {
                        /** @description Its begin, by the clock of the shop. */
                        from: string | null;
                        /** @description Its begin in UTC. */
                        from_gmt: string | null;
                        /** @description Its end, by the clock of the shop. */
                        to: string | null;
                        /** @description Its end in UTC. */
                        to_gmt: string | null;
                    };
                    /** @description How amounts are written. */
                    currency: components["schemas"]["ProductCurrency"];
                    /** @description The lowest and the highest price of the variations; `null` where there is one price. */
                    price_range: {
                        /** @description The lowest. */
                        min: string;
                        /** @description The highest. */
                        max: string;
                    } | null;
                };
                /** @description The mean of the ratings. */
                average_rating: string;
                /** @description How many reviews there are. */
                review_count: number;
                /** @description The pictures; the first is the featured one. */
                images: components["schemas"]["ProductImage"][];
                /** @description The stock. */
                stock: {
                    /** @description Whether it can be bought as far as the stock goes. */
                    is_in_stock: boolean;
                    /** @description How many there are; `null` where the stock is not counted. */
                    stock_quantity: number | null;
                    /**
                     * @description What the stock amounts to.
                     * @enum {string}
                     */
                    stock_status: "instock" | "outofstock" | "onbackorder";
                    /** @description Whether more may be ordered than there are: `no`, `notify` or `yes`. */
                    backorders: string;
                    /** @description Whether more may be ordered than there are. */
                    backorders_allowed: boolean;
                    /** @description Whether it is on backorder now. */
                    backordered: boolean;
                    /** @description The quantity from which the stock is low. */
                    low_stock_amount: number | null;
                };
                /** @description How it is bought. */
                add_to_cart: {
                    /** @description The words on the button. */
                    text: string;
                    /** @description The same as a sentence, for screen readers. */
                    description: string;
                    /** @description Whether a variation must be chosen. */
                    has_options: boolean;
                    /** @description Whether it can be bought. */
                    is_purchasable: boolean;
                    /** @description How many may be bought at once; empty where a quantity means nothing. */
                    purchase_quantity: {
                        /** @description The least quantity. */
                        min_purchase: number;
                        /** @description The greatest quantity; -1 for no limit. */
                        max_purchase: number;
                    } | Record<string, unknown>;
                    /** @description Where it is added to the cart; empty for what cannot be added by itself. */
                    rest_url: string | "";
                };
            })[];
            /** @description The page. */
            page: number;
            /** @description How many pages there are. */
            total_pages: number;
            /** @description How many products there are on all pages. */
            total_products: number;
        };
        RemovedItem: {
            /** @description The key of the item. */
            item_key: string;
            /** @description The ID of the product, or of the variation that was chosen. */
            id: number;
            /** @description The name of the product. */
            name: string;
            /** @description The name with the chosen options. */
            title: string;
            /** @description How many there were. */
            quantity: number;
            /** @description The slug of the product. */
            slug: string;
            /** @description A sentence if the item is on backorder, else empty. */
            backorders: string;
            /** @description The address of the picture; empty with `thumb=false`. */
            featured_image: string | "";
            /** @description The price of one, as a shopper reads it. */
            price: string;
            /** @description Total of the item, in major units. */
            totals: {
                /** @description Before discounts, without tax. */
                subtotal: number;
                /** @description The tax on that. */
                subtotal_tax: number;
                /** @description After discounts, without tax. */
                total: number;
                /** @description The tax on that. */
                tax: number;
            };
            /** @description What is bought. */
            meta: {
                /** @description The type of the product, `simple` or `variation`. */
                product_type: string;
                /** @description The SKU. */
                sku: string;
                /** @description Length, width and height with their unit. */
                dimensions: {
                    /** @description The length. */
                    length: string;
                    /** @description The width. */
                    width: string;
                    /** @description The height. */
                    height: string;
                    /** @description The unit of all three. */
                    unit: string;
                };
                /** @description The weight of the whole item; `0.0` without one. */
                weight: string;
                /** @description The chosen options, from the name of the attribute to that of the option. */
                variation: {
                    [key: string]: string;
                };
            };
            /** @description The data that came with the item. */
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
            /** @description When it was written, by the clock of the shop. */
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
            /** @description From 1 to 5; 0 for none. */
            rating: number;
            /** @description Whether the author has bought the product. */
            verified: boolean;
            /** @description Pictures by their size in pixels. */
            reviewer_avatar_urls: {
                /** Format: uri */
                24: string;
                /** Format: uri */
                48: string;
                /** Format: uri */
                96: string;
            };
            /** @description Addresses. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
            };
        };
        ReviewInProduct: {
            /** @description The ID. */
            id: number;
            /** @description When it was written, by the clock of the shop. */
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
            /** @description From 1 to 5; 0 for none. */
            rating: number;
            /** @description Whether the author has bought the product. */
            verified: boolean;
            /** @description Pictures by their size in pixels. */
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
            /** @description When it was written, by the clock of the shop. */
            review_date: string;
            /** @description The same in UTC. */
            review_date_gmt: string;
        };
        Session: {
            /** @description The key of the cart: of a guest, or the ID of a customer. */
            session_key: string;
            /** @description The items in short, by their keys. */
            cart: {
                [key: string]: {
                    /** @description The key of the item. */
                    key: string;
                    /** @description The ID of the product. */
                    product_id: number;
                    /** @description The ID of the variation; 0 for none. */
                    variation_id: number;
                    /** @description How many there are. */
                    quantity: number;
                    /** @description The item after discounts, without tax, in major units. */
                    line_total: number;
                    /** @description The tax on it. */
                    line_tax: number;
                };
            };
            /** @description Whose cart it is, with both addresses. */
            customer: {
                /** @description The e-mail address of the bill. */
                billing_email: string;
                /** @description The first name of the bill. */
                billing_first_name: string;
                /** @description The last name of the bill. */
                billing_last_name: string;
                /** @description Whom the bill is for. */
                billing_address: {
                    /** @description The first name. */
                    billing_first_name: string;
                    /** @description The last name. */
                    billing_last_name: string;
                    /** @description The company. */
                    billing_company: string;
                    /** @description The country, by its code of two letters. */
                    billing_country: string;
                    /** @description The first line of the address. */
                    billing_address_1: string;
                    /** @description The second line of the address. */
                    billing_address_2: string;
                    /** @description The postcode. */
                    billing_postcode: string;
                    /** @description The city. */
                    billing_city: string;
                    /** @description The state, by its code. */
                    billing_state: string;
                    /** @description The phone number. */
                    billing_phone: string;
                    /** @description The e-mail address. */
                    billing_email: string;
                };
                /** @description Where the goods go. */
                shipping_address: {
                    /** @description The first name. */
                    shipping_first_name: string;
                    /** @description The last name. */
                    shipping_last_name: string;
                    /** @description The company. */
                    shipping_company: string;
                    /** @description The country, by its code of two letters. */
                    shipping_country: string;
                    /** @description The first line of the address. */
                    shipping_address_1: string;
                    /** @description The second line of the address. */
                    shipping_address_2: string;
                    /** @description The postcode. */
                    shipping_postcode: string;
                    /** @description The city. */
                    shipping_city: string;
                    /** @description The state, by its code. */
                    shipping_state: string;
                };
            };
            /** @description When the cart ends, in UTC. */
            session_expiry: string;
            /** @description A number of the cart. */
            cart_id: string;
            /** @description The same as `session_key`. */
            cart_key: string;
            /** @description The name of the bill. */
            customers_name: string;
            /** @description The e-mail address of the bill. */
            customers_email: string;
            /** @description When the cart was begun, in UTC, `04/05/2031 10:00:00`. */
            cart_created: string;
            /** @description When the cart ends, in the same form. */
            cart_expiry: string;
            /**
             * @description Always `cocart`.
             * @constant
             */
            cart_source: "cocart";
            /**
             * Format: uri
             * @description Where a customer's cart is. For a guest's, the list: no address has its key in it.
             */
            link: string;
            /** @description How many pieces there are. */
            item_count: number;
            /** @description The weight in the unit of the store. */
            items_weight: number;
            /** @description What coupons take off. */
            coupons: components["schemas"]["CartCoupon"][];
            /** @description The fees. */
            fees: components["schemas"]["CartFee"][];
            /** @description Totals of the cart. */
            totals: components["schemas"]["CartTotals"];
            /** @description Whether there is something to pay. */
            needs_payment: boolean;
            /** @description Removed items that can be restored. */
            removed_items: components["schemas"]["RemovedItem"][];
            /** @description The items by their keys. */
            items: {
                [key: string]: components["schemas"]["CartItem"];
            };
        };
        SessionInList: {
            /** @description The key of the cart: of a guest, or the ID of a customer. */
            session_key: string;
            /** @description The items in short, by their keys. */
            cart: {
                [key: string]: {
                    /** @description The key of the item. */
                    key: string;
                    /** @description The ID of the product. */
                    product_id: number;
                    /** @description The ID of the variation; 0 for none. */
                    variation_id: number;
                    /** @description How many there are. */
                    quantity: number;
                    /** @description The item after discounts, without tax, in major units. */
                    line_total: number;
                    /** @description The tax on it. */
                    line_tax: number;
                };
            };
            /** @description Whose cart it is. */
            customer: {
                /** @description The e-mail address of the bill. */
                billing_email: string;
                /** @description The first name of the bill. */
                billing_first_name: string;
                /** @description The last name of the bill. */
                billing_last_name: string;
            };
            /** @description When the cart ends, in UTC. */
            session_expiry: string;
            /** @description A number of the cart. */
            cart_id: string;
            /** @description The same as `session_key`. */
            cart_key: string;
            /** @description The name of the bill. */
            customers_name: string;
            /** @description The e-mail address of the bill. */
            customers_email: string;
            /** @description When the cart was begun, in UTC, `04/05/2031 10:00:00`. */
            cart_created: string;
            /** @description When the cart ends, in the same form. */
            cart_expiry: string;
            /**
             * @description Always `cocart`.
             * @constant
             */
            cart_source: "cocart";
            /**
             * Format: uri
             * @description Where a customer's cart is. For a guest's, the list: no address has its key in it.
             */
            link: string;
        };
        ShippingRate: {
            /** @description The key by which it is chosen. */
            key: string;
            /** @description The method, `flat_rate`. */
            method_id: string;
            /** @description The ID of the method in its zone. */
            instance_id: number;
            /** @description The name. */
            label: string;
            /** @description What it costs, without tax. */
            cost: string;
            /** @description The name with the cost, as shown to a shopper. */
            html: string;
            /** @description The tax on it; empty without any. */
            taxes: string | "";
            /** @description Whether it is chosen. */
            chosen_method: boolean;
            /** @description What is in the package. */
            meta_data: {
                /** @description The items of the package, in words. */
                items: string;
            };
        };
        ShortCurrency: {
            /** @description The code of the currency, `EUR`. */
            code: string;
            /** @description The symbol of the currency. */
            symbol: string;
            /** @description Where the symbol stands: `left`, `right`, `left_space` or `right_space`. */
            position: string;
            /** @description What stands before the decimals. */
            decimal_separator: string;
            /** @description What stands between groups of three digits. */
            thousand_separator: string;
            /** @description How many decimals amounts have. */
            decimals: number;
        };
        Store: {
            /** @description The version of this software. */
            version: string;
            /** @description The name of the shop. */
            title: string;
            /** @description What the shop says of itself. */
            description: string;
            /** @description The address of the shop. */
            home_url: string;
            /** @description The language, `en-GB`. */
            language: string;
            /** @description Hours that its clock is ahead of UTC. */
            gmt_offset: string;
            /** @description The time zone, `Europe/Berlin`. */
            timezone_string: string;
            /** @description Where the shop is. */
            store_address: {
                /** @description The first line of the address. */
                address: string;
                /** @description The second line of the address. */
                address_2: string;
                /** @description The city. */
                city: string;
                /** @description The state, where there is one. */
                state?: string;
                /** @description The country, by its code of two letters. */
                country: string;
                /** @description The postcode. */
                postcode: string;
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
            /** @description How many published products there are. */
            count: number;
            /**
             * Format: uri
             * @description Where it is.
             */
            rest_url: string;
            /** @description Addresses. */
            _links: {
                /** @description The resource itself. */
                self: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
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
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description The list that it is in. */
                collection: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
                /** @description What it is below. */
                up: {
                    /**
                     * Format: uri
                     * @description The address.
                     */
                    href: string;
                }[];
            };
        };
        Variation: {
            /** @description The ID. */
            id: number;
            /** @description The ID of the product of a variation; else 0. */
            parent_id: number;
            /** @description The name. */
            name: string;
            /** @description The slug. */
            slug: string;
            /**
             * Format: uri
             * @description The page of the shop.
             */
            permalink: string;
            /** @description The SKU. */
            sku: string;
            /** @description The description, as HTML. */
            description: string;
            /** @description When it was made and last changed. */
            dates: {
                /** @description By the clock of the shop. */
                created: string;
                /** @description In UTC. */
                created_gmt: string;
                /** @description By the clock of the shop. */
                modified: string;
                /** @description In UTC. */
                modified_gmt: string;
            };
            /** @description Whether the shop features it. */
            featured: boolean;
            /** @description The weight. */
            weight: {
                /** @description The weight. */
                value: string;
                /** @description Its unit. */
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
                /** @description The unit of all three. */
                unit: string;
            };
            /** @description Data of the shop; without keys that begin with `_`. */
            meta_data: {
                /** @description The key. */
                key: string;
                /** @description The value. */
                value: string | number | boolean | null | unknown[] | {
                    [key: string]: unknown;
                };
            }[];
            /** @description How it is sold. */
            hidden_conditions: {
                /** @description Whether nothing is shipped. */
                virtual: boolean;
                /** @description Whether it is a download. */
                downloadable: boolean;
                /** @description Whether the stock is counted. */
                manage_stock: boolean;
                /** @description Whether a cart may contain only one. */
                sold_individually: boolean;
                /** @description Whether it is shipped. */
                shipping_required: boolean;
            };
            /** @description The picture. */
            images: components["schemas"]["ProductImage"][];
            /** @description How it is bought. */
            add_to_cart: {
                /** @description The words on the button. */
                text: string;
                /** @description The same as a sentence, for screen readers. */
                description: string;
                /** @description Whether it can be bought. */
                is_purchasable: boolean;
                /** @description How many may be bought at once. */
                purchase_quantity: {
                    /** @description The least quantity. */
                    min_purchase: number;
                    /** @description The greatest quantity; -1 for no limit. */
                    max_purchase: number;
                };
                /** @description Where it is added to the cart. */
                rest_url: string;
            };
            /** @description What it costs, as decimal text. */
            prices: {
                /** @description The price that holds now; of several the lowest. */
                price: string | "";
                /** @description The price without a sale. */
                regular_price: string | "";
                /** @description The price of the sale. */
                sale_price: string | "";
                /** @description Whether the sale holds now. */
                on_sale: boolean;
                /** @description When the sale holds; `null` for no bound. */
                date_on_sale: {
                    /** @description Its begin, by the clock of the shop. */
                    from: string | null;
                    /** @description Its begin in UTC. */
                    from_gmt: string | null;
                    /** @description Its end, by the clock of the shop. */
                    to: string | null;
                    /** @description Its end in UTC. */
                    to_gmt: string | null;
                };
                /** @description How amounts are written. */
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
                 * @description Where it is.
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
                 * @description Where it is.
                 */
                rest_url: string;
            }[];
            /** @description The options that it stands for. */
            attributes: {
                /** @description The ID of the attribute; 0 for one that only this product has. */
                id: number;
                /** @description The name of the attribute. */
                name: string;
                /** @description Its place. */
                position: number;
                /** @description Whether it is shown. */
                visible: boolean;
                /** @description Always `true`. */
                variation: boolean;
                /** @description The name of the option; empty where any option fits. */
                options: string[];
            }[];
            /** @description The stock. */
            stock: {
                /** @description Whether it can be bought as far as the stock goes. */
                is_in_stock: boolean;
                /** @description How many there are; `null` where the stock is not counted. */
                stock_quantity: number | null;
                /**
                 * @description What the stock amounts to.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description Whether more may be ordered than there are: `no`, `notify` or `yes`. */
                backorders: string;
                /** @description Whether more may be ordered than there are. */
                backorders_allowed: boolean;
                /** @description Whether it is on backorder now. */
                backordered: boolean;
                /** @description The quantity from which the stock is low. */
                low_stock_amount: number | null;
            };
            /** @description How many were sold. */
            total_sales: number;
        };
        VariationInProduct: {
            /** @description The ID. */
            id: number;
            /** @description The SKU. */
            sku: string;
            /** @description The description, as HTML. */
            description: string;
            /** @description The slug of the option by attribute; empty where any option fits. */
            attributes: {
                [key: string]: string;
            };
            /** @description The addresses of its picture. */
            featured_image: {
                /**
                 * Format: uri
                 * @description The smallest.
                 */
                thumbnail: string;
                /**
                 * Format: uri
                 * @description Of medium size.
                 */
                medium: string;
                /**
                 * Format: uri
                 * @description The large one.
                 */
                large: string;
                /**
                 * Format: uri
                 * @description As it was uploaded.
                 */
                full: string;
            };
            /** @description What it costs. */
            prices: {
                /** @description The price that holds now; of several the lowest. */
                price: string | "";
                /** @description The price without a sale. */
                regular_price: string | "";
                /** @description The price of the sale. */
                sale_price: string | "";
                /** @description Whether the sale holds now. */
                on_sale: boolean;
                /** @description When the sale holds; `null` for no bound. */
                date_on_sale: {
                    /** @description Its begin, by the clock of the shop. */
                    from: string | null;
                    /** @description Its begin in UTC. */
                    from_gmt: string | null;
                    /** @description Its end, by the clock of the shop. */
                    to: string | null;
                    /** @description Its end in UTC. */
                    to_gmt: string | null;
                };
                /** @description How amounts are written. */
                currency: components["schemas"]["ProductCurrency"];
            };
            /** @description The stock. */
            stock: {
                /** @description Whether it can be bought as far as the stock goes. */
                is_in_stock: boolean;
                /** @description How many there are; `null` where the stock is not counted. */
                stock_quantity: number | null;
                /**
                 * @description What the stock amounts to.
                 * @enum {string}
                 */
                stock_status: "instock" | "outofstock" | "onbackorder";
                /** @description Whether more may be ordered than there are: `no`, `notify` or `yes`. */
                backorders: string;
                /** @description Whether more may be ordered than there are. */
                backorders_allowed: boolean;
                /** @description Whether it is on backorder now. */
                backordered: boolean;
                /** @description The quantity from which the stock is low. */
                low_stock_amount: number | null;
            };
            /** @description How it is bought. */
            add_to_cart: {
                /** @description Whether it can be bought. */
                is_purchasable: boolean;
                /** @description How many may be bought at once. */
                purchase_quantity: {
                    /** @description The least quantity. */
                    min_purchase: number;
                    /** @description The greatest quantity; -1 for no limit. */
                    max_purchase: number;
                };
                /** @description Where it is added to the cart. */
                rest_url: string;
            };
        };
    };
    responses: never;
    parameters: {
        /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
        "Cart-Key": string;
        /** @description A key of the client: a request that is repeated with it is done once. */
        "Idempotency-Key": string;
        /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
        "If-Match": string;
        /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
        "If-None-Match": string;
        /** @description The last event that the client has seen. */
        "Last-Event-ID": string;
        /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
        Prefer: string;
        /** @description The same as `fields`. */
        _fields: string;
        /** @description Whether the answer must not come from a cache. */
        _skip_cache: boolean;
        /** @description Only reviews written after this time. */
        after: string;
        /** @description Only what was made after this time. */
        after2: string;
        /** @description One attribute, by its slug, `pa_colour`. */
        attribute: string;
        /** @description Whether all of these filters hold, or one. */
        attribute_relation: "and" | "in";
        /** @description Terms of it, by ID or slug. */
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
        /** @description Only what was made before this time. */
        before2: string;
        /** @description Brands by ID or slug. */
        brand: string[];
        /** @description Whether a product is of one of the brands, of all, or of none. */
        brand_operator: "in" | "not_in" | "and";
        /** @description The key of the item. */
        cart_item_key: string;
        /** @description The same as the header `Cart-Key`. */
        cart_key: string;
        /** @description Where products are shown. */
        catalog_visibility: "any" | "visible" | "catalog" | "search" | "hidden";
        /** @description Categories by ID or slug. */
        category: string[];
        /** @description IDs of categories of products. */
        category_id: number[];
        /** @description Whether a product is in one of the categories, in all, or in none. */
        category_operator: "in" | "not_in" | "and";
        /** @description The city. */
        city: string;
        /** @description The code of the coupon. */
        code: string;
        /** @description `embed` answers the members for embedding alone. */
        context: "view" | "embed";
        /** @description The country, by its code of two letters; empty for where the cart goes. */
        country: string;
        /** @description The code of the coupon. */
        coupon: string;
        /** @description Whether times without an offset are in UTC. */
        dates_are_gmt: boolean;
        /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
        default: boolean;
        /** @description Another e-mail address than that of the bill. */
        email: string;
        /** @description Whether all logins of the account end. */
        everywhere: boolean;
        /** @description IDs: not these. */
        exclude: number[];
        /** @description Types: not these. */
        exclude_types: ("simple" | "grouped" | "external" | "variable" | "variation")[];
        /** @description Only products that the shop features, or only others. */
        featured: boolean;
        /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
        fields: string;
        /** @description Whether totals are written as a shopper reads them. */
        formatted: boolean;
        /** @description A GTIN, UPC, EAN or ISBN. */
        global_unique_id: string;
        /** @description Whether those without a product are left out. */
        hide_empty: boolean;
        /** @description Whether products that cost nothing are left out. */
        hide_free: boolean;
        /** @description Whether totals are written as a shopper reads them. */
        html: boolean;
        /** @description Whether amounts are written as a shopper reads them. */
        html2: boolean;
        /** @description The ID; in v2 also the slug. */
        id: string;
        /** @description The key of the cart. */
        id10: string;
        /** @description The ID of the customer. */
        id11: string;
        /** @description The attribute, by its ID; in v2 also by its slug. */
        id2: string;
        /** @description The ID. */
        id3: string;
        /** @description The ID, the SKU or the slug. */
        id4: string;
        /** @description The ID of the product. */
        id5: string;
        /** @description The ID, the SKU or the slug. */
        id6: string;
        /** @description The ID; in v2 also the slug. */
        id7: string;
        /** @description The attribute, by its ID; in v2 also by its slug. */
        id8: string;
        /** @description The ID of the variation. */
        id9: string;
        /** @description IDs: only these. */
        include: number[];
        /** @description Types: only these. */
        include_types: ("simple" | "grouped" | "external" | "variable" | "variation")[];
        /** @description The key of the item. */
        item_key: string;
        /** @description Whether items that were removed before can still be restored. */
        keep_removed_items: boolean;
        /** @description The key of a guest, or the ID of a customer. */
        key: string;
        /** @description The greatest price, in major units. */
        max_price: string;
        /** @description The least price, in major units. */
        min_price: string;
        /** @description Only what was changed after this time. */
        modified_after: string;
        /** @description Only what was changed before this time. */
        modified_before: string;
        /** @description `minor` writes totals as text in minor units. */
        money: "minor";
        /** @description How many are left out from the beginning, in place of `page`. */
        offset: number;
        /** @description How many reviews are left out from the beginning, in place of `page`. */
        offset2: number;
        /** @description How many entries are left out from the beginning, in place of `page`. */
        offset3: number;
        /** @description Only products on sale, or only others. */
        on_sale: boolean;
        /** @description The order. */
        order: "asc" | "desc";
        /** @description The order. */
        order2: "asc" | "desc";
        /** @description The field by which the list is sorted. */
        orderby: "id" | "include" | "name" | "slug" | "term_group" | "description" | "count";
        /** @description The field by which the list is sorted. */
        orderby2: "id" | "include" | "name" | "slug" | "term_group" | "description" | "count" | "menu_order";
        /** @description The field by which the list is sorted. */
        orderby3: "date" | "date_gmt" | "id" | "include" | "product" | "rating" | "slug";
        /** @description The field by which the list is sorted. */
        orderby4: "date" | "id" | "include" | "title" | "slug" | "name" | "price" | "popularity" | "rating" | "menu_order" | "alphabetical" | "reverse_alpha" | "relevance" | "rand" | "by_stock" | "review_count" | "on_sale_first" | "featured_first" | "price_asc" | "price_desc" | "sales";
        /** @description The field by which the list is sorted; `date` is the creation of the cart. */
        orderby5: "date" | "created" | "updated" | "expiry";
        /** @description The field by which the list is sorted. */
        orderby6: "date" | "id" | "include" | "title" | "slug" | "price" | "popularity" | "rating" | "menu_order";
        /** @description The page, from 1. */
        page: number;
        /** @description The page, from 1. */
        page2: number;
        /** @description The ID of what they are below; 0 for the top. */
        parent: number;
        /** @description IDs of products: only what is below them. */
        parent2: number[];
        /** @description IDs of products: not what is below them. */
        parent_exclude: number[];
        /** @description How many entries a page has. */
        per_page: number;
        /** @description How many carts a page has. */
        per_page2: number;
        /** @description The postcode. */
        postcode: string;
        /** @description The ID of a product: only those that it has. */
        product: number;
        /** @description IDs of products. */
        product2: number[];
        /** @description The ID of the product. */
        product_id: string;
        /** @description How many. */
        quantity: number;
        /** @description Ratings. */
        rating: number[];
        /** @description Mean ratings, rounded. */
        rating2: number[];
        /** @description Counts the removed items instead of those in the cart. */
        removed_items: boolean;
        /** @description `numeric` answers 0 for an empty cart; with anything else that is an error. */
        return: string;
        /** @description Whether the answer is all items. */
        return_cart: boolean;
        /** @description Whether the answer is a sentence. */
        return_status: boolean;
        /** @description Whether products show their variations; `false` if not given. */
        return_variations: boolean;
        /** @description IDs of authors. */
        reviewer: number[];
        /** @description The e-mail address of the author. */
        reviewer_email: string;
        /** @description IDs of authors: not theirs. */
        reviewer_exclude: number[];
        /** @description A part of the name or the slug. */
        search: string;
        /** @description Words to look for. */
        search2: string;
        /** @description The beginning of a key or of an e-mail address. */
        search3: string;
        /** @description Of `orderby=rand`: the same text gives the same order on every page. */
        seed: string;
        /** @description Shipping classes by ID or slug. */
        shipping_class: string[];
        /** @description Whether products show their reviews. */
        show_reviews: boolean;
        /** @description Whether the product shows its reviews. */
        show_reviews2: boolean;
        /** @description SKUs. */
        sku: string[];
        /** @description Slugs. */
        slug: string[];
        /** @description The state, by its code. */
        state: string;
        /** @description Whether it is published; the public sees what is. */
        status: "draft" | "pending" | "private" | "publish";
        /** @description What the stock amounts to. */
        stock_status: "instock" | "outofstock" | "onbackorder";
        /** @description Tags by ID or slug. */
        tag: string[];
        /** @description Whether a product has one of the tags, all, or none. */
        tag_operator: "in" | "not_in" | "and";
        /** @description The tax class; `standard` for the one without a name. */
        tax_class: string;
        /** @description The term, by its ID; in v2 also by its slug. */
        term_id: string;
        /** @description The term, by its ID; in v2 also by its slug. */
        term_id2: string;
        /** @description Whether items show their pictures. */
        thumb: boolean;
        /** @description Whether items show their pictures. */
        thumb2: boolean;
        /** @description One type. */
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or the slug. */
                search?: components["parameters"]["search"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description Slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The order. */
                order?: components["parameters"]["order"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby"];
                /** @description Whether those without a product are left out. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description The ID of a product: only those that it has. */
                product?: components["parameters"]["product"];
                /** @description The ID of what they are below; 0 for the top. */
                parent?: components["parameters"]["parent"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description The ID of its parent; 0 at the top. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The address.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The text for those who do not see it. */
                            alt: string;
                        } | null;
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description The ID of its parent; 0 at the top. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The address.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The text for those who do not see it. */
                            alt: string;
                        } | null;
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or the slug. */
                search?: components["parameters"]["search"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description Slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The order. */
                order?: components["parameters"]["order"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby"];
                /** @description Whether those without a product are left out. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description The ID of a product: only those that it has. */
                product?: components["parameters"]["product"];
                /** @description How many are left out from the beginning, in place of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or the slug. */
                search?: components["parameters"]["search"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description Slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The order. */
                order?: components["parameters"]["order"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby"];
                /** @description Whether those without a product are left out. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description The ID of a product: only those that it has. */
                product?: components["parameters"]["product"];
                /** @description The ID of what they are below; 0 for the top. */
                parent?: components["parameters"]["parent"];
                /** @description How many are left out from the beginning, in place of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description The ID of its parent; 0 at the top. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The address.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The text for those who do not see it. */
                            alt: string;
                        } | null;
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description The ID of its parent; 0 at the top. */
                        parent: number;
                        /** @description The picture. */
                        image: {
                            /** @description The ID. */
                            id: number;
                            /**
                             * Format: uri
                             * @description The address.
                             */
                            src: string;
                            /** @description The name. */
                            name: string;
                            /** @description The text for those who do not see it. */
                            alt: string;
                        } | null;
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attributes of products, all of them. */
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
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description A part of the name or the slug. */
                search?: components["parameters"]["search"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description Slugs. */
                slug?: components["parameters"]["slug"];
                /** @description The order. */
                order?: components["parameters"]["order"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby2"];
                /** @description Whether those without a product are left out. */
                hide_empty?: components["parameters"]["hide_empty"];
                /** @description The ID of a product: only those that it has. */
                product?: components["parameters"]["product"];
                /** @description How many are left out from the beginning, in place of `page`. */
                offset?: components["parameters"]["offset"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The attribute, by its ID; in v2 also by its slug. */
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
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The attribute, by its ID; in v2 also by its slug. */
                id: components["parameters"]["id2"];
                /** @description The term, by its ID; in v2 also by its slug. */
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
                        /** @description How many published products there are. */
                        count: number;
                        /**
                         * Format: uri
                         * @description Where it is.
                         */
                        rest_url: string;
                        /** @description The same as `_links`; in v1 only. */
                        links?: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                        };
                        /** @description Addresses. */
                        _links: {
                            /** @description The resource itself. */
                            self: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description The list that it is in. */
                            collection: {
                                /**
                                 * Format: uri
                                 * @description The address.
                                 */
                                href: string;
                            }[];
                            /** @description What it is below. */
                            up: {
                                /**
                                 * Format: uri
                                 * @description The address.
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description How many reviews are left out from the beginning, in place of `page`. */
                offset?: components["parameters"]["offset2"];
                /** @description The order. */
                order?: components["parameters"]["order2"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby3"];
                /** @description Words to look for. */
                search?: components["parameters"]["search2"];
                /** @description IDs of products. */
                product?: components["parameters"]["product2"];
                /** @description IDs of categories of products. */
                category_id?: components["parameters"]["category_id"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description IDs of authors. */
                reviewer?: components["parameters"]["reviewer"];
                /** @description IDs of authors: not theirs. */
                reviewer_exclude?: components["parameters"]["reviewer_exclude"];
                /** @description The e-mail address of the author. */
                reviewer_email?: components["parameters"]["reviewer_email"];
                /** @description Ratings. */
                rating?: components["parameters"]["rating"];
                /** @description Only reviews written after this time. */
                after?: components["parameters"]["after"];
                /** @description Only reviews written before this time. */
                before?: components["parameters"]["before"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A key of the client: a request that is repeated with it is done once. */
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
                     * @description The e-mail address of the author; it is never shown.
                     */
                    reviewer_email: string;
                    /** @description From 1 to 5; 0 for none. */
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
    getV2ProductsReviewsById: {
        parameters: {
            query?: {
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description How many entries are left out from the beginning, in place of `page`. */
                offset?: components["parameters"]["offset3"];
                /** @description The order. */
                order?: components["parameters"]["order2"];
                /** @description Words to look for. */
                search?: components["parameters"]["search2"];
                /** @description Slugs. */
                slug?: components["parameters"]["slug"];
                /** @description SKUs. */
                sku?: components["parameters"]["sku"];
                /** @description A GTIN, UPC, EAN or ISBN. */
                global_unique_id?: components["parameters"]["global_unique_id"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description IDs of products: only what is below them. */
                parent?: components["parameters"]["parent2"];
                /** @description IDs of products: not what is below them. */
                parent_exclude?: components["parameters"]["parent_exclude"];
                /** @description One type. */
                type?: components["parameters"]["type"];
                /** @description Types: only these. */
                include_types?: components["parameters"]["include_types"];
                /** @description Types: not these. */
                exclude_types?: components["parameters"]["exclude_types"];
                /** @description Categories by ID or slug. */
                category?: components["parameters"]["category"];
                /** @description Whether a product is in one of the categories, in all, or in none. */
                category_operator?: components["parameters"]["category_operator"];
                /** @description Tags by ID or slug. */
                tag?: components["parameters"]["tag"];
                /** @description Whether a product has one of the tags, all, or none. */
                tag_operator?: components["parameters"]["tag_operator"];
                /** @description Brands by ID or slug. */
                brand?: components["parameters"]["brand"];
                /** @description Whether a product is of one of the brands, of all, or of none. */
                brand_operator?: components["parameters"]["brand_operator"];
                /** @description Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`. */
                attributes?: components["parameters"]["attributes"];
                /** @description Whether all of these filters hold, or one. */
                attribute_relation?: components["parameters"]["attribute_relation"];
                /** @description Only products that the shop features, or only others. */
                featured?: components["parameters"]["featured"];
                /** @description Only products on sale, or only others. */
                on_sale?: components["parameters"]["on_sale"];
                /** @description Whether products that cost nothing are left out. */
                hide_free?: components["parameters"]["hide_free"];
                /** @description Only products that are not shipped, or only others. */
                virtual?: components["parameters"]["virtual"];
                /** @description The least price, in major units. */
                min_price?: components["parameters"]["min_price"];
                /** @description The greatest price, in major units. */
                max_price?: components["parameters"]["max_price"];
                /** @description What the stock amounts to. */
                stock_status?: components["parameters"]["stock_status"];
                /** @description Mean ratings, rounded. */
                rating?: components["parameters"]["rating2"];
                /** @description Where products are shown. */
                catalog_visibility?: components["parameters"]["catalog_visibility"];
                /** @description Only what was made after this time. */
                after?: components["parameters"]["after2"];
                /** @description Only what was made before this time. */
                before?: components["parameters"]["before2"];
                /** @description Of `orderby=rand`: the same text gives the same order on every page. */
                seed?: components["parameters"]["seed"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby4"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description How many entries are left out from the beginning, in place of `page`. */
                offset?: components["parameters"]["offset3"];
                /** @description The order. */
                order?: components["parameters"]["order2"];
                /** @description Words to look for. */
                search?: components["parameters"]["search2"];
                /** @description Slugs. */
                slug?: components["parameters"]["slug"];
                /** @description SKUs. */
                sku?: components["parameters"]["sku"];
                /** @description A GTIN, UPC, EAN or ISBN. */
                global_unique_id?: components["parameters"]["global_unique_id"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description IDs of products: only what is below them. */
                parent?: components["parameters"]["parent2"];
                /** @description IDs of products: not what is below them. */
                parent_exclude?: components["parameters"]["parent_exclude"];
                /** @description One type. */
                type?: components["parameters"]["type"];
                /** @description Types: only these. */
                include_types?: components["parameters"]["include_types"];
                /** @description Types: not these. */
                exclude_types?: components["parameters"]["exclude_types"];
                /** @description Categories by ID or slug. */
                category?: components["parameters"]["category"];
                /** @description Whether a product is in one of the categories, in all, or in none. */
                category_operator?: components["parameters"]["category_operator"];
                /** @description Tags by ID or slug. */
                tag?: components["parameters"]["tag"];
                /** @description Whether a product has one of the tags, all, or none. */
                tag_operator?: components["parameters"]["tag_operator"];
                /** @description Brands by ID or slug. */
                brand?: components["parameters"]["brand"];
                /** @description Whether a product is of one of the brands, of all, or of none. */
                brand_operator?: components["parameters"]["brand_operator"];
                /** @description Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`. */
                attributes?: components["parameters"]["attributes"];
                /** @description Whether all of these filters hold, or one. */
                attribute_relation?: components["parameters"]["attribute_relation"];
                /** @description Only products that the shop features, or only others. */
                featured?: components["parameters"]["featured"];
                /** @description Only products on sale, or only others. */
                on_sale?: components["parameters"]["on_sale"];
                /** @description Whether products that cost nothing are left out. */
                hide_free?: components["parameters"]["hide_free"];
                /** @description Only products that are not shipped, or only others. */
                virtual?: components["parameters"]["virtual"];
                /** @description The least price, in major units. */
                min_price?: components["parameters"]["min_price"];
                /** @description The greatest price, in major units. */
                max_price?: components["parameters"]["max_price"];
                /** @description What the stock amounts to. */
                stock_status?: components["parameters"]["stock_status"];
                /** @description Mean ratings, rounded. */
                rating?: components["parameters"]["rating2"];
                /** @description Where products are shown. */
                catalog_visibility?: components["parameters"]["catalog_visibility"];
                /** @description Only what was made after this time. */
                after?: components["parameters"]["after2"];
                /** @description Only what was made before this time. */
                before?: components["parameters"]["before2"];
                /** @description Of `orderby=rand`: the same text gives the same order on every page. */
                seed?: components["parameters"]["seed"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby4"];
                /** @description Whether products show their reviews. */
                show_reviews?: components["parameters"]["show_reviews"];
                /** @description Whether products show their variations; `false` if not given. */
                return_variations?: components["parameters"]["return_variations"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description Whether the product shows its reviews. */
                show_reviews?: components["parameters"]["show_reviews2"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The ID, the SKU or the slug. */
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
                        /** @description The ID of the product of a variation; else 0. */
                        parent_id: number;
                        /** @description The name. */
                        name: string;
                        /**
                         * @description The type; `variation` where an ID of one was asked for.
                         * @enum {string}
                         */
                        type: "simple" | "grouped" | "external" | "variable" | "variation";
                        /** @description The slug. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The page of the shop.
                         */
                        permalink: string;
                        /** @description The SKU. */
                        sku: string;
                        /** @description What it costs, as decimal text. */
                        prices: {
                            /** @description The price that holds now; of several the lowest. */
                            price: string | "";
                            /** @description The price without a sale. */
                            regular_price: string | "";
                            /** @description The price of the sale. */
                            sale_price: string | "";
                            /** @description Whether the sale holds now. */
                            on_sale: boolean;
                            /** @description When the sale holds; `null` for no bound. */
                            date_on_sale: {
                                /** @description Its begin, by the clock of the shop. */
                                from: string | null;
                                /** @description Its begin in UTC. */
                                from_gmt: string | null;
                                /** @description Its end, by the clock of the shop. */
                                to: string | null;
                                /** @description Its end in UTC. */
                                to_gmt: string | null;
                            };
                            /** @description How amounts are written. */
                            currency: components["schemas"]["ProductCurrency"];
                            /** @description The lowest and the highest price of the variations; `null` where there is one price. */
                            price_range: {
                                /** @description The lowest. */
                                min: string;
                                /** @description The highest. */
                                max: string;
                            } | null;
                        };
                        /** @description The mean of the ratings. */
                        average_rating: string;
                        /** @description How many reviews there are. */
                        review_count: number;
                        /** @description The pictures; the first is the featured one. */
                        images: components["schemas"]["ProductImage"][];
                        /** @description The stock. */
                        stock: {
                            /** @description Whether it can be bought as far as the stock goes. */
                            is_in_stock: boolean;
                            /** @description How many there are; `null` where the stock is not counted. */
                            stock_quantity: number | null;
                            /**
                             * @description What the stock amounts to.
                             * @enum {string}
                             */
                            stock_status: "instock" | "outofstock" | "onbackorder";
                            /** @description Whether more may be ordered than there are: `no`, `notify` or `yes`. */
                            backorders: string;
                            /** @description Whether more may be ordered than there are. */
                            backorders_allowed: boolean;
                            /** @description Whether it is on backorder now. */
                            backordered: boolean;
                            /** @description The quantity from which the stock is low. */
                            low_stock_amount: number | null;
                        };
                        /** @description How it is bought. */
                        add_to_cart: {
                            /** @description The words on the button. */
                            text: string;
                            /** @description The same as a sentence, for screen readers. */
                            description: string;
                            /** @description Whether a variation must be chosen. */
                            has_options: boolean;
                            /** @description Whether it can be bought. */
                            is_purchasable: boolean;
                            /** @description How many may be bought at once; empty where a quantity means nothing. */
                            purchase_quantity: {
                                /** @description The least quantity. */
                                min_purchase: number;
                                /** @description The greatest quantity; -1 for no limit. */
                                max_purchase: number;
                            } | Record<string, unknown>;
                            /** @description Where it is added to the cart; empty for what cannot be added by itself. */
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
                /** @description How many entries a page has. */
                per_page?: components["parameters"]["per_page"];
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description How many entries are left out from the beginning, in place of `page`. */
                offset?: components["parameters"]["offset3"];
                /** @description The order. */
                order?: components["parameters"]["order2"];
                /** @description Words to look for. */
                search?: components["parameters"]["search2"];
                /** @description Slugs. */
                slug?: components["parameters"]["slug"];
                /** @description SKUs. */
                sku?: components["parameters"]["sku"];
                /** @description A GTIN, UPC, EAN or ISBN. */
                global_unique_id?: components["parameters"]["global_unique_id"];
                /** @description IDs: only these. */
                include?: components["parameters"]["include"];
                /** @description IDs: not these. */
                exclude?: components["parameters"]["exclude"];
                /** @description IDs of products: only what is below them. */
                parent?: components["parameters"]["parent2"];
                /** @description IDs of products: not what is below them. */
                parent_exclude?: components["parameters"]["parent_exclude"];
                /** @description One type. */
                type?: components["parameters"]["type"];
                /** @description Types: only these. */
                include_types?: components["parameters"]["include_types"];
                /** @description Types: not these. */
                exclude_types?: components["parameters"]["exclude_types"];
                /** @description Categories by ID or slug. */
                category?: components["parameters"]["category"];
                /** @description Whether a product is in one of the categories, in all, or in none. */
                category_operator?: components["parameters"]["category_operator"];
                /** @description Tags by ID or slug. */
                tag?: components["parameters"]["tag"];
                /** @description Whether a product has one of the tags, all, or none. */
                tag_operator?: components["parameters"]["tag_operator"];
                /** @description Brands by ID or slug. */
                brand?: components["parameters"]["brand"];
                /** @description Whether a product is of one of the brands, of all, or of none. */
                brand_operator?: components["parameters"]["brand_operator"];
                /** @description Filters by attributes, each with `attribute`, `term_id` or `slug`, and `operator`. */
                attributes?: components["parameters"]["attributes"];
                /** @description Whether all of these filters hold, or one. */
                attribute_relation?: components["parameters"]["attribute_relation"];
                /** @description Only products that the shop features, or only others. */
                featured?: components["parameters"]["featured"];
                /** @description Only products on sale, or only others. */
                on_sale?: components["parameters"]["on_sale"];
                /** @description Whether products that cost nothing are left out. */
                hide_free?: components["parameters"]["hide_free"];
                /** @description Only products that are not shipped, or only others. */
                virtual?: components["parameters"]["virtual"];
                /** @description The least price, in major units. */
                min_price?: components["parameters"]["min_price"];
                /** @description The greatest price, in major units. */
                max_price?: components["parameters"]["max_price"];
                /** @description What the stock amounts to. */
                stock_status?: components["parameters"]["stock_status"];
                /** @description Mean ratings, rounded. */
                rating?: components["parameters"]["rating2"];
                /** @description Where products are shown. */
                catalog_visibility?: components["parameters"]["catalog_visibility"];
                /** @description Only what was made after this time. */
                after?: components["parameters"]["after2"];
                /** @description Only what was made before this time. */
                before?: components["parameters"]["before2"];
                /** @description Of `orderby=rand`: the same text gives the same order on every page. */
                seed?: components["parameters"]["seed"];
                /** @description The field by which the list is sorted. */
                orderby?: components["parameters"]["orderby4"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description The ID of the product of a variation; else 0. */
                        parent_id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The page of the shop.
                         */
                        permalink: string;
                        /** @description The SKU. */
                        sku: string;
                        /** @description What it costs, as decimal text. */
                        prices: {
                            /** @description The price that holds now; of several the lowest. */
                            price: string | "";
                            /** @description The price without a sale. */
                            regular_price: string | "";
                            /** @description The price of the sale. */
                            sale_price: string | "";
                            /** @description Whether the sale holds now. */
                            on_sale: boolean;
                            /** @description When the sale holds; `null` for no bound. */
                            date_on_sale: {
                                /** @description Its begin, by the clock of the shop. */
                                from: string | null;
                                /** @description Its begin in UTC. */
                                from_gmt: string | null;
                                /** @description Its end, by the clock of the shop. */
                                to: string | null;
                                /** @description Its end in UTC. */
                                to_gmt: string | null;
                            };
                            /** @description How amounts are written. */
                            currency: components["schemas"]["ShortCurrency"];
                            /** @description Always `null`. */
                            price_range: null;
                        };
                        /** @description The picture. */
                        images: components["schemas"]["ProductImage"][];
                        /** @description The options that it stands for. */
                        attributes: {
                            /** @description The ID of the attribute; 0 for one that only this product has. */
                            id: number;
                            /** @description The name of the attribute. */
                            name: string;
                            /** @description Its place. */
                            position: number;
                            /** @description Whether it is shown. */
                            visible: boolean;
                            /** @description Always `true`. */
                            variation: boolean;
                            /** @description The name of the option; empty where any option fits. */
                            options: string[];
                        }[];
                        /** @description The stock. */
                        stock: {
                            /** @description Whether it can be bought as far as the stock goes. */
                            is_in_stock: boolean;
                            /** @description How many there are; `null` where the stock is not counted. */
                            stock_quantity: number | null;
                            /**
                             * @description What the stock amounts to.
                             * @enum {string}
                             */
                            stock_status: "instock" | "outofstock" | "onbackorder";
                            /** @description Whether more may be ordered than there are: `no`, `notify` or `yes`. */
                            backorders: string;
                            /** @description Whether more may be ordered than there are. */
                            backorders_allowed: boolean;
                            /** @description Whether it is on backorder now. */
                            backordered: boolean;
                            /** @description The quantity from which the stock is low. */
                            low_stock_amount: number | null;
                        };
                        /** @description How it is bought. */
                        add_to_cart: {
                            /** @description The words on the button. */
                            text: string;
                            /** @description The same as a sentence, for screen readers. */
                            description: string;
                            /** @description Whether it can be bought. */
                            is_purchasable: boolean;
                            /** @description How many may be bought at once. */
                            purchase_quantity: {
                                /** @description The least quantity. */
                                min_purchase: number;
                                /** @description The greatest quantity; -1 for no limit. */
                                max_purchase: number;
                            };
                            /** @description Where it is added to the cart. */
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
                /** @description `embed` answers the members for embedding alone. */
                context?: components["parameters"]["context"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                        /** @description The ID of the product of a variation; else 0. */
                        parent_id: number;
                        /** @description The name. */
                        name: string;
                        /** @description The slug. */
                        slug: string;
                        /**
                         * Format: uri
                         * @description The page of the shop.
                         */
                        permalink: string;
                        /** @description The SKU. */
                        sku: string;
                        /** @description What it costs, as decimal text. */
                        prices: {
                            /** @description The price that holds now; of several the lowest. */
                            price: string | "";
                            /** @description The price without a sale. */
                            regular_price: string | "";
                            /** @description The price of the sale. */
                            sale_price: string | "";
                            /** @description Whether the sale holds now. */
                            on_sale: boolean;
                            /** @description When the sale holds; `null` for no bound. */
                            date_on_sale: {
                                /** @description Its begin, by the clock of the shop. */
                                from: string | null;
                                /** @description Its begin in UTC. */
                                from_gmt: string | null;
                                /** @description Its end, by the clock of the shop. */
                                to: string | null;
                                /** @description Its end in UTC. */
                                to_gmt: string | null;
                            };
                            /** @description How amounts are written. */
                            currency: components["schemas"]["ShortCurrency"];
                            /** @description Always `null`. */
                            price_range: null;
                        };
                        /** @description The picture. */
                        images: components["schemas"]["ProductImage"][];
                        /** @description The options that it stands for. */
                        attributes: {
                            /** @description The ID of the attribute; 0 for one that only this product has. */
                            id: number;
                            /** @description The name of the attribute. */
                            name: string;
                            /** @description Its place. */
                            position: number;
                            /** @description Whether it is shown. */
                            visible: boolean;
                            /** @description Always `true`. */
                            variation: boolean;
                            /** @description The name of the option; empty where any option fits. */
                            options: string[];
                        }[];
                        /** @description The stock. */
                        stock: {
                            /** @description Whether it can be bought as far as the stock goes. */
                            is_in_stock: boolean;
                            /** @description How many there are; `null` where the stock is not counted. */
                            stock_quantity: number | null;
                            /**
                             * @description What the stock amounts to.
                             * @enum {string}
                             */
                            stock_status: "instock" | "outofstock" | "onbackorder";
                            /** @description Whether more may be ordered than there are: `no`, `notify` or `yes`. */
                            backorders: string;
                            /** @description Whether more may be ordered than there are. */
                            backorders_allowed: boolean;
                            /** @description Whether it is on backorder now. */
                            backordered: boolean;
                            /** @description The quantity from which the stock is low. */
                            low_stock_amount: number | null;
                        };
                        /** @description How it is bought. */
                        add_to_cart: {
                            /** @description The words on the button. */
                            text: string;
                            /** @description The same as a sentence, for screen readers. */
                            description: string;
                            /** @description Whether it can be bought. */
                            is_purchasable: boolean;
                            /** @description How many may be bought at once. */
                            purchase_quantity: {
                                /** @description The least quantity. */
                                min_purchase: number;
                                /** @description The greatest quantity; -1 for no limit. */
                                max_purchase: number;
                            };
                            /** @description Where it is added to the cart. */
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
                /** @description How many. */
                quantity?: components["parameters"]["quantity"];
                /** @description The country, by its code of two letters; empty for where the cart goes. */
                country?: components["parameters"]["country"];
                /** @description The state, by its code. */
                state?: components["parameters"]["state"];
                /** @description The postcode. */
                postcode?: components["parameters"]["postcode"];
                /** @description The city. */
                city?: components["parameters"]["city"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path: {
                /** @description The ID, the SKU or the slug. */
                id: components["parameters"]["id6"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ways to ship a product. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description Whether the answer must not come from a cache. */
                _skip_cache?: components["parameters"]["_skip_cache"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
                    /** @description The user name, the e-mail address or the phone number. */
                    username?: string;
                    /** @description The password. */
                    password?: string;
                    /** @description Whether the answer has pictures of the customer. */
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
                /** @description Whether all logins of the account end. */
                everywhere?: components["parameters"]["everywhere"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
                        /** @description The next refresh token; the one that was sent is spent. */
                        refresh_token: string;
                    };
                };
            };
        };
    };
    postJwtValidateToken: {
        parameters: {
            query?: {
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
            /** @description Say whether a token is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence that says that the token is valid. */
                        message: string;
                    };
                };
            };
        };
    };
    postV2Register: {
        parameters: {
            query?: {
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
            /** @description Make an account and log in. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    getV2MyAccount: {
        parameters: {
            query?: {
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
            /** @description The own account. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
                    /** @description The name that is shown; empty for the first and last name. */
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
            /** @description Change the names and the e-mail address of the own account. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
                    /** @description Members of the billing address to change. */
                    billing_address?: {
                        /** @description The first name. */
                        first_name?: string;
                        /** @description The last name. */
                        last_name?: string;
                        /** @description The company. */
                        company?: string;
                        /** @description The country, by its code of two letters. */
                        country?: string;
                        /** @description The first line of the address. */
                        address_1?: string;
                        /** @description The second line of the address. */
                        address_2?: string;
                        /** @description The postcode. */
                        postcode?: string;
                        /** @description The city. */
                        city?: string;
                        /** @description The state, by its code. */
                        state?: string;
                        /** @description The phone number. */
                        phone?: string;
                        /** @description The e-mail address. */
                        email?: string;
                    };
                    /** @description Members of the shipping address to change. */
                    shipping_address?: {
                        /** @description The first name. */
                        first_name?: string;
                        /** @description The last name. */
                        last_name?: string;
                        /** @description The company. */
                        company?: string;
                        /** @description The country, by its code of two letters. */
                        country?: string;
                        /** @description The first line of the address. */
                        address_1?: string;
                        /** @description The second line of the address. */
                        address_2?: string;
                        /** @description The postcode. */
                        postcode?: string;
                        /** @description The city. */
                        city?: string;
                        /** @description The state, by its code. */
                        state?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Change the addresses of the own account. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
            /** @description Change the own password; other logins end. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
                    /** @description The user name, the e-mail address or the phone number. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description Ask for a token that sets a forgotten password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done. */
                        message: string;
                    };
                };
            };
        };
    };
    postV2PasswordReset: {
        parameters: {
            query?: {
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
            /** @description Set a forgotten password by a token; all logins end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done. */
                        message: string;
                    };
                };
            };
        };
    };
    getV2Cart: {
        parameters: {
            query?: {
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A key for a new cart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for the shopper. */
                        message: string;
                        /** @description The key of the cart. */
                        cart_key: string;
                    };
                };
            };
        };
    };
    postV2CartAddItem: {
        parameters: {
            query?: {
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description The ID of the product or of the variation, or its SKU. */
                    id: string;
                    /** @description How many. */
                    quantity?: string;
                    /** @description The options of the variation, `{"attribute_pa_colour": "red"}`. */
                    variation?: Record<string, unknown>;
                    /** @description Data of the client that stays with the item. */
                    item_data?: Record<string, unknown>;
                    /** @description A price in major units, from those who may set one. */
                    price?: string;
                    /** @description The e-mail address of the bill. */
                    email?: string;
                    /** @description The phone number of the bill. */
                    phone?: string;
                    /** @description Whether the answer is the item alone. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description The items, each as add-item takes it. */
                    items?: {
                        /** @description The ID of the product or of the variation, or its SKU. */
                        id: string;
                        /** @description How many. */
                        quantity?: string;
                        /** @description The options of the variation, `{"attribute_pa_colour": "red"}`. */
                        variation?: Record<string, unknown>;
                        /** @description Data of the client that stays with the item. */
                        item_data?: Record<string, unknown>;
                        /** @description A price in major units, from those who may set one. */
                        price?: string;
                    }[];
                    /** @description The product that is a group, in place of `items`. */
                    id?: string;
                    /** @description Quantities by the IDs of the products of the group. */
                    quantity?: Record<string, unknown>;
                    /** @description The e-mail address of the bill. */
                    email?: string;
                    /** @description The phone number of the bill. */
                    phone?: string;
                    /** @description Whether the answer is the items alone. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
                /** @description Whether items that were removed before can still be restored. */
                keep_removed_items?: components["parameters"]["keep_removed_items"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description `numeric` answers 0 for an empty cart; with anything else that is an error. */
                return?: components["parameters"]["return"];
                /** @description Counts the removed items instead of those in the cart. */
                removed_items?: components["parameters"]["removed_items"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many items are in the cart. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description Whether the answer is the item alone. */
                    return_item?: boolean;
                };
            };
        };
        responses: {
            /** @description Bring a removed item back. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description How many from now on; `0` removes the item. */
                    quantity: string;
                    /** @description Another product or variation. */
                    id?: string;
                    /** @description Other options. */
                    variation?: Record<string, unknown>;
                    /** @description Other data of the client. */
                    item_data?: Record<string, unknown>;
                    /** @description Whether the answer is a sentence with the quantity. */
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
                        /** @description A sentence for the shopper. */
                        message: string;
                        /** @description How many of the item there are now. */
                        quantity: number;
                    };
                };
            };
        };
    };
    deleteV2CartItemByItemKey: {
        parameters: {
            query?: {
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
                /** @description Whether the answer is a sentence. */
                return_status?: components["parameters"]["return_status"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description Whether the answer is the item alone. */
                    return_item?: boolean;
                };
            };
        };
        responses: {
            /** @description Bring a removed item back. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description Whether items that were removed before can still be restored. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description What is updated: `update-cart`, `update-customer`, or the name of an extension. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description Whether totals are written as a shopper reads them. */
                html?: components["parameters"]["html"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description The country, by its code of two letters. */
                    country?: string;
                    /** @description The state, by its code. */
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
                    /** @description Whether the answer is the totals alone. */
                    return_totals?: boolean;
                };
            };
        };
        responses: {
            /** @description Calculate the cart, perhaps for an address. */
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
    getV2CartMini: {
        parameters: {
            query?: {
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cart in short. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Items that were removed from the cart. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products that go with those in the cart. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
    postV2CartApplyCoupon: {
        parameters: {
            query?: {
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description The e-mail address of the customer, for coupons that are for some addresses only. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description The amount in major units; below zero it is a discount. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description The key of the way to ship. */
                    rate_id?: string;
                    /** @description The same as `rate_id`. */
                    key?: string;
                    /** @description The same as `rate_id`. */
                    method_key?: string;
                    /** @description The package; without it every package that has this way to ship. */
                    package_id?: string;
                };
            };
        };
        responses: {
            /** @description Choose how the cart is shipped. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description Whether the answer is the items as v1 shows them, in place of the cart. */
                default?: components["parameters"]["default"];
                /** @description `minor` writes totals as text in minor units. */
                money?: components["parameters"]["money"];
                /** @description Whether totals are written as a shopper reads them. */
                formatted?: components["parameters"]["formatted"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                    /** @description The country, by its code of two letters. */
                    country?: string;
                    /** @description The state, by its code. */
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
                    /** @description Whether the answer is the ways to ship. */
                    return_methods?: boolean;
                };
            };
        };
        responses: {
            /** @description Set where the cart is shipped. */
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
    getV2CartEvents: {
        parameters: {
            query?: {
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description The last event that the client has seen. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes of the cart, as they happen. */
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
    getV2Sessions: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: components["parameters"]["page2"];
                /** @description How many carts a page has. */
                per_page?: components["parameters"]["per_page2"];
                /** @description The order. */
                order?: components["parameters"]["order2"];
                /** @description The field by which the list is sorted; `date` is the creation of the cart. */
                orderby?: components["parameters"]["orderby5"];
                /** @description The beginning of a key or of an e-mail address. */
                search?: components["parameters"]["search3"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The key of a guest, or the ID of a customer. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The key of a guest, or the ID of a customer. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The key of a guest, or the ID of a customer. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The key of a guest, or the ID of a customer. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The key of a guest, or the ID of a customer. */
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
                /** @description Whether items show their pictures. */
                thumb?: components["parameters"]["thumb"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The key of a guest, or the ID of a customer. */
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
                /** @description Another e-mail address than that of the bill. */
                email?: components["parameters"]["email"];
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the coupons of the cart are good. */
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
                /** @description The members of the answer to keep, as a comma list; `totals.total` for a member of a member. */
                fields?: components["parameters"]["fields"];
                /** @description The same as `fields`. */
                _fields?: components["parameters"]["_fields"];
                /** @description The same as the header `Cart-Key`. */
                cart_key?: components["parameters"]["cart_key"];
            };
            header?: {
                /** @description `handling=strict` refuses unknown parameters and members of the body (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
                /** @description The key of the cart of a guest; `CoCart-API-Cart-Key` is the same. */
                "Cart-Key"?: components["parameters"]["Cart-Key"];
                /** @description A key of the client: a request that is repeated with it is done once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The revision of the cart that the client knows, as in `ETag`: another one is refused. */
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
                     * @description `require-all-validate` does nothing if one of the requests cannot be done.
                     * @default normal
                     * @enum {string}
                     */
                    validation?: "normal" | "require-all-validate";
                    /** @description The requests, at most 25. */
                    requests: {
                        /**
                         * @description The method.
                         * @default POST
                         * @enum {string}
                         */
                        method?: "POST" | "PUT" | "PATCH" | "DELETE" | "GET";
                        /** @description The path, with its query. */
                        path: string;
                        /** @description The body. */
                        body?: Record<string, unknown>;
                        /** @description The headers; only those that name a cart count. */
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
                         * @description Nothing was done.
                         * @constant
                         */
                        failed: "validation";
                        /** @description What is wrong with each request; `null` for one that is good. */
                        responses: (components["schemas"]["BatchResponse"] | null)[];
                    };
                };
            };
        };
    };
}
