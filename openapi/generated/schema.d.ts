// Generated from openapi/openapi.yaml; do not edit.
export interface paths {
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns a page of all events, including drafts and hidden ones.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Creates an event. Without a status it is a draft. A slug that is already taken is a 409.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accesses
         * @description Returns a page of the accesses of all users.
         */
        get: operations["listAccesses"];
        put?: never;
        /**
         * Create an access
         * @description Lets a user watch an event or one of its blocks. A user may have several accesses to the same event or block,
         *     and their periods may overlap: one valid access is enough. Exactly the same access twice is a 409.
         */
        post: operations["createAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/access/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export accesses as CSV
         * @description Returns all accesses of an event, or of one of its blocks, in order of their start. The columns are those
         *     that the import reads. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return is escaped with
         *     an apostrophe, because a spreadsheet would read it as a formula. The import removes the apostrophe.
         */
        get: operations["exportAccesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/access/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import accesses from CSV
         * @description Creates one access per row. Either all rows are imported or none. With `dryRun`, nothing is written and the
         *     response reports the result of each row, with the reasons for each refused row. Without `dryRun`, a file with
         *     a refused row is a `validation-error` that lists every fault. The pointer of an issue names the row and the
         *     column, for example `/2/email`. A row that is in the file twice, or is already stored, is refused, so a file
         *     that is sent again creates nothing. Each access gets its own entry in the audit log.
         */
        post: operations["importAccesses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/access/{accessId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an access.
                 * @example 0199a3c4-0007-7000-8000-0000000000a1
                 */
                accessId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get an access
         * @description Returns one access.
         */
        get: operations["getAccess"];
        put?: never;
        post?: never;
        /**
         * Revoke an access
         * @description Deletes an access. Playback that depends on it ends at the next ping. A paid access is not deleted and the
         *     response is a 409: set its `endDate` to end it, or refund its order.
         */
        delete: operations["deleteAccess"];
        options?: never;
        head?: never;
        /**
         * Change an access
         * @description Changes only the fields that are sent, for example to shorten the period. Playback that the access no longer
         *     allows ends at the next ping. A change that makes it equal to another access of the user is a 409.
         */
        patch: operations["updateAccess"];
        trace?: never;
    };
    "/api/v1/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns one event. The query can ask for its blocks and their live streams.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        /**
         * Delete an event
         * @description Deletes an event with its blocks, live streams and accesses. An event with a paid access is not deleted: the
         *     response is a 409 that reports the numbers. With `dryRun`, nothing is deleted and the response reports what
         *     would be.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Change an event
         * @description Changes only the fields that are sent.
         */
        patch: operations["updateEvent"];
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /**
         * List the blocks of an event
         * @description Returns all blocks of an event in order of time. The query can ask for their live streams.
         */
        get: operations["listBlocks"];
        put?: never;
        /**
         * Create a block
         * @description Adds a block to an event. A slug that another block of the event has is a 409.
         */
        post: operations["createBlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        /**
         * Get a block
         * @description Returns one block of an event with its live streams.
         */
        get: operations["getBlock"];
        put?: never;
        /**
         * Create a live stream (old path)
         * @deprecated
         * @description The old path of `createLiveStream`. It does the same.
         */
        post: operations["createLiveStreamInBlock"];
        /**
         * Delete a block
         * @description Deletes a block with its live streams and accesses. Accesses to the whole event are kept. A block with a
         *     paid access is not deleted: the response is a 409 that reports the numbers. With `dryRun`, nothing is deleted
         *     and the response reports what would be.
         */
        delete: operations["deleteBlock"];
        options?: never;
        head?: never;
        /**
         * Change a block
         * @description Changes only the fields that are sent.
         */
        patch: operations["updateBlock"];
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-stream/{liveStreamId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a live stream (old path)
         * @deprecated
         * @description The old path of `deleteLiveStream`. It does the same.
         */
        delete: operations["deleteLiveStreamAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        /**
         * List the live streams of a block
         * @description Returns all live streams of a block in order of weight.
         */
        get: operations["listLiveStreams"];
        put?: never;
        /**
         * Create a live stream
         * @description Adds a live stream to a block. A `videoId` that the video provider does not know is a 400.
         */
        post: operations["createLiveStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        /**
         * Get a live stream
         * @description Returns one live stream of a block.
         */
        get: operations["getLiveStream"];
        put?: never;
        post?: never;
        /**
         * Delete a live stream
         * @description Deletes a live stream. The video at the video provider is kept.
         */
        delete: operations["deleteLiveStream"];
        options?: never;
        head?: never;
        /**
         * Change a live stream
         * @description Changes only the fields that are sent. The status `inactive` stops playback within seconds.
         */
        patch: operations["updateLiveStream"];
        trace?: never;
    };
    "/api/v1/identity/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Returns a page of administrative changes. Without `order`, the newest comes first.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/access/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List permissions
         * @description Returns all permissions.
         */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/access/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description Returns all roles with their permissions.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Create a role
         * @description Creates a role. Callers can only include permissions that they hold themselves; others are a 403 with an issue
         *     for each. Unknown permissions are a 400. A code that is already taken is a 409.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/access/roles/{roleCode}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code of a role.
                 * @example door-staff
                 */
                roleCode: components["schemas"]["RoleCode"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a role
         * @description Deletes a role. A built-in role, or a role that a user holds, is a 409. A role with permissions that the caller
         *     lacks is a 403.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /**
         * Change a role
         * @description Changes only the fields that are sent. The change takes effect at once for every user who holds the role.
         *
         *     Callers cannot change a role that contains permissions they lack, add permissions they lack, or remove
         *     permissions while a user who holds more than they do holds the role: each of these is a 403. The built-in
         *     roles `administrator`, `organiser` and `viewer` cannot be changed: an attempt is a 409.
         */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/email-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a verification mail
         * @description Sends another mail to confirm the e-mail address of the signed-in user. Its link works once, for 48 hours, and
         *     the links of earlier mails stop working. An address that is already confirmed is a 409.
         */
        post: operations["requestEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/email-verification/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an e-mail address
         * @description Confirms an e-mail address with the token from the mail, within 48 hours. The caller need not be signed in. After
         *     `changeOwnEmail`, this call gives the account its new address. A token is refused if it is unknown, used or
         *     expired, or was sent to an earlier address of the account, or if another account now has the new address. All
         *     these cases give the same issue at `/token`.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Starts a login session and sets its cookies. A wrong password and an unknown e-mail address get the same
         *     response and count the same towards the limits.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign out
         * @description Ends the login session of the access token or of the cookie `refreshToken`, invalidates all its refresh tokens,
         *     and clears the cookies. Signing out works with an expired access token too, so the operation requires no token.
         */
        get: operations["logout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a password reset
         * @description Sends a mail with a link to set a new password, if the account exists. The link works once, for 30 minutes,
         *     and the links of earlier mails stop working. The response does not reveal whether the account exists. An account
         *     that only signs in with a provider can set its first password this way.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a password
         * @description Sets a new password with the token from the mail. This ends all login sessions of the account, invalidates all
         *     other links in its mails, and confirms the e-mail address, because the mail arrived there. The owner is notified
         *     by mail. A token is refused if it is unknown, used or expired, or was sent to an earlier address of the account.
         *     All these cases give the same issue at `/token`.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Creates an account without roles and sends a mail to confirm the e-mail address. It does not sign in.
         *
         *     The response does not reveal whether the address has an account. If it has one, the response looks the same, with
         *     a meaningless id; nothing changes, and the owner of the address gets a mail about the attempt. A later sign-in
         *     with the new password does reveal it, but each such attempt needs a registration, and registrations are limited.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sign-in providers
         * @description Returns the services that users may sign in with instead of e-mail and password. Each one is an OpenID Connect
         *     issuer that the operator has configured. The list is empty if there are none.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/providers/{providerCode}/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code of a sign-in provider.
                 * @example demo-id
                 */
                providerCode: components["parameters"]["ProviderCode"];
            };
            cookie?: never;
        };
        /**
         * Sign in with a code
         * @description Exchanges a code for a login session and returns its tokens. The code comes from `handleProviderCallback`, for
         *     clients on another origin. A user who has no account gets one. The code works once, for 60 seconds.
         *
         *     No cookies are set, so a link to this operation cannot sign a browser in. A browser on this site was already
         *     signed in by the callback.
         */
        get: operations["authenticateWithProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/providers/{providerCode}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code of a sign-in provider.
                 * @example demo-id
                 */
                providerCode: components["parameters"]["ProviderCode"];
            };
            cookie?: never;
        };
        /**
         * Start signing in with a provider
         * @description Returns the URL of the provider's sign-in page, or redirects to it. The server and the provider use the
         *     authorization code flow with PKCE, state and nonce. The response sets a cookie that binds the attempt to this
         *     browser. The attempt must end within 10 minutes.
         *
         *     At the end, the provider redirects to `handleProviderCallback`, which redirects to `redirectUrl`. If
         *     `redirectUrl` is on this site, the callback sets the cookies of the session. If it is on another origin that
         *     the server allows (a native app such as `ringside://app`), the cookies cannot be set, and `redirectUrl` receives
         *     a `code` for `authenticateWithProvider`. Such an app opens this operation with `redirect=true` in the system
         *     browser.
         */
        get: operations["authorizeProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/providers/{providerCode}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code of a sign-in provider.
                 * @example demo-id
                 */
                providerCode: components["parameters"]["ProviderCode"];
            };
            cookie?: never;
        };
        /**
         * Return from a provider
         * @description The provider redirects the browser here. The server exchanges the code, signs the user in, sets the cookies
         *     and redirects to the client. If the client is on another origin, the server sets no cookies; it adds a `code`
         *     for `authenticateWithProvider`, which works once and for 60 seconds. A user who has no account gets one.
         *
         *     The `state` works once, for 10 minutes, and only in the browser that started the sign-in. Otherwise the response
         *     is a 401. If the `state` is valid, the browser is always redirected to the client. If the sign-in failed, the
         *     URL has the reason as `error`:
         *
         *     | `error` | Meaning |
         *     | --- | --- |
         *     | `access_denied` | The person cancelled, or the provider refused. |
         *     | `account_exists` | An account with this e-mail address exists, and the provider has not verified the address. |
         *     | `account_linked` | The account with this e-mail address has another identity at this provider. |
         *     | `email_missing` | The provider sent no usable e-mail address. |
         *     | `provider_failed` | The provider could not be reached, or its response was not valid. |
         *
         *     The provider's `iss` and `sub` together identify an identity. It is linked to an existing account only if
         *     both sides have verified the e-mail address. If the provider has verified the address and the account has not,
         *     the creator of the account has not proved that they own the address. Then the account's password, sessions and
         *     other identities are removed, and the account belongs to the person who signs in. An account with a verified
         *     address that has another identity of the same `iss` is never linked, because a mailbox may be handed on.
         */
        get: operations["handleProviderCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own login sessions
         * @description Returns the devices on which the user is signed in. The most recently used comes first.
         */
        get: operations["listLoginSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a login session of the signed-in user.
                 * @example 0199a3c4-0000-7000-8000-000000000052
                 */
                sessionId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your login sessions
         * @description Signs a device of the signed-in user out, invalidates its refresh tokens and stops its playback. Ending the
         *     session of this call is a sign-out, which also clears the cookies in a browser. A session that has already ended
         *     is a 404.
         */
        delete: operations["endLoginSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/token/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the tokens
         * @description Exchanges a refresh token for a new set of tokens and sets the cookies. The refresh token comes from the body, or
         *     from the cookie if the body has none. Each refresh token works once. A replayed token ends its session, unless
         *     it is replayed within 10 seconds. The calls are not limited: refresh tokens cannot be guessed, and a refusal
         *     would sign users out.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/token/user-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the claims of the signed-in user
         * @description Returns the signed-in user as OpenID Connect claims.
         */
        get: operations["getUserInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your own account
         * @description Returns the account of the signed-in user.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your own account
         * @description Changes only the fields that are sent.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/v1/identity/profile/email": {
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
        /**
         * Change your own e-mail address
         * @description Sends a mail to the new address. The account gets the new address when it is confirmed with `verifyEmail`, within
         *     48 hours. The old address is notified by mail now, and again when the address changes. A wrong password is an
         *     issue of its field. An account that only signs in with a provider must set a password first.
         *
         *     The response does not reveal whether the new address has an account. If it has one, its owner gets a mail about
         *     the attempt and nothing changes.
         */
        patch: operations["changeOwnEmail"];
        trace?: never;
    };
    "/api/v1/identity/profile/password": {
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
        /**
         * Change your own password
         * @description Sets a new password and ends all other login sessions of the account. The links in its earlier mails stop
         *     working, and the owner is notified by mail. A wrong or missing old password is an issue of its field. An account
         *     that only signs in with a provider has no old password and sends none.
         */
        patch: operations["changeOwnPassword"];
        trace?: never;
    };
    "/api/v1/identity/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Returns a page of accounts. With `q`, only accounts whose name or e-mail address contains that text, ignoring
         *     case. Without `order`, they are sorted by name.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Creates an account without roles for another person. Its e-mail address is unverified until its owner confirms
         *     it. An address that is already taken is a 409.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns one account.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deletes an account. Its login sessions and its playback end at once. Its accesses to events and blocks are
         *     deleted too, including paid ones. The audit log keeps the actions of the account, its identity and the number of
         *     its accesses.
         *
         *     An account may delete itself. An account with permissions that the caller lacks is a 403. The last administrator
         *     is a 409.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get the access of a user
         * @description Returns the roles of a user, and the permissions that the user holds directly.
         */
        get: operations["getUserAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the access of a user
         * @description Replaces the lists that are sent. The change takes effect with the next call of the user.
         *
         *     Unknown codes are a 400. Callers can only grant permissions that they hold themselves, directly or through a
         *     role; any other grant is a 403 with an issue for each. Callers cannot remove anything from a user who holds more
         *     than they do; that is a 403 too. Codes that the user already holds are not grants. A change that would leave no
         *     administrator is a 409.
         */
        patch: operations["updateUserAccess"];
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the password of a user
         * @description Sets a new password and ends all login sessions of the account, including the caller's session if it is their
         *     own account. The links in earlier mails stop working, and the owner is notified by mail. A user with permissions
         *     that the caller lacks is a 403.
         */
        patch: operations["updateUserPassword"];
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/provider-identities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink the provider identities of a user
         * @description Unlinks every identity at a sign-in provider from the account and ends all its login sessions. Then the account
         *     belongs to the next identity that signs in with its verified e-mail address, for example after a mailbox was
         *     handed on. The password stays; `updateUserPassword` replaces it. A user with permissions that the caller lacks is
         *     a 403.
         */
        delete: operations["deleteUserProviderIdentities"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List competitions
         * @description Returns a page of the public events. Without `order`, the earliest comes first.
         */
        get: operations["listCompetitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/competitions/{competitionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * Get a competition
         * @description Returns one public or hidden event with its blocks and live streams. A draft is a 404.
         */
        get: operations["getCompetition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/competitions/{competitionId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * Get the viewer's access to a competition
         * @description Reports for each block whether the signed-in viewer may watch it now, and the reason if not.
         */
        get: operations["getCompetitionAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/competitions/{competitionId}/blocks/{blockId}/live-streams/{liveStreamId}/signed-url": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        /**
         * Get the signed URL of a live stream
         * @description Returns a short-lived URL of the playlist of a live stream. If the device has no playback session, this call
         *     starts one. If other devices ended its session, the device must first create a new one.
         */
        get: operations["getLiveStreamSignedUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a picture
         * @description Stores a picture. The server rotates it upright, crops it to 16:9 around the centre, converts it to sRGB,
         *     removes all metadata, and encodes it as AVIF, WebP and JPEG in four widths, and as square JPEGs for lock screens.
         *     The bytes of the file decide its type; its name and its declared type do not. A damaged file, an animated file
         *     and a file that is not a picture are a 400. A file over 10 MB (10,485,760 bytes) is a 413. Each has an issue at
         *     `/file`. While too many uploads are being processed, the response is a 503 with `Retry-After`.
         */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/images/{imageId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a picture.
                 * @example 0199a3c4-0007-7000-8000-0000000000f1
                 */
                imageId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get a picture
         * @description Returns the sizes of a picture. Its files are at `/media/pictures`.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        /**
         * Delete a picture
         * @description Deletes a picture and its files. Copies in browsers and caches remain. While an event uses the picture, the
         *     response is a 409 that names the event.
         */
        delete: operations["deleteImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/playback/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own playback sessions
         * @description Returns the devices on which the signed-in user is watching now.
         */
        get: operations["listPlaybackSessions"];
        put?: never;
        /**
         * Start watching on this device
         * @description Starts a playback session on this device and ends its earlier one. If the user already watches on two other
         *     devices, the oldest of those sessions ends.
         */
        post: operations["createPlaybackSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/playback/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a playback session.
                 * @example 0199a3c4-0007-7000-8000-000000000053
                 */
                sessionId: components["parameters"]["PlaybackSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop watching on a device
         * @description Ends a playback session of the signed-in user, on any device.
         */
        delete: operations["stopPlaybackSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/playback/sessions/{sessionId}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a playback session.
                 * @example 0199a3c4-0007-7000-8000-000000000053
                 */
                sessionId: components["parameters"]["PlaybackSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep watching
         * @description Keeps a playback session alive. Call it every 20 seconds. After 60 seconds without a ping the session ends.
         */
        post: operations["pingPlaybackSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/buy/{stripePriceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the price of an event or a block.
                 * @example price_RotterdamRumble7MainCard
                 */
                stripePriceId: components["parameters"]["PriceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy an access
         * @description Creates an order and returns the payment page. When the payment provider reports the payment, the account that
         *     has confirmed this e-mail address gets the access.
         */
        post: operations["buyProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/prices/{stripePriceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the price of an event or a block.
                 * @example price_RotterdamRumble7MainCard
                 */
                stripePriceId: components["parameters"]["PriceId"];
            };
            cookie?: never;
        };
        /**
         * Get a price
         * @description Returns the price of an access. The response may be cached for an hour.
         */
        get: operations["getPrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own purchases
         * @description Returns a page of the orders of the signed-in user, newest first.
         */
        get: operations["listPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of the payment provider
         * @description Only the payment provider calls this. The signature is checked over the raw body. The same event takes effect
         *     once. The response is a 204 after the event was stored.
         */
        post: operations["handleStripeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "stripe-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the payment provider
         * @description The payment provider sends this to `/api/v1/shop/webhook` when a payment succeeded, failed, was refunded or
         *     was disputed. It repeats the event until the response is a 204.
         */
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A text or a pattern. */
        FilterText: string;
        /** @description Conditions on a text. `%` and `_` are the wildcards of `like`. */
        TextCondition: {
            /** @description equal to */
            eq?: components["schemas"]["FilterText"];
            /** @description not equal to */
            ne?: components["schemas"]["FilterText"];
            /** @description sorts after */
            gt?: components["schemas"]["FilterText"];
            /** @description sorts after or equal to */
            gte?: components["schemas"]["FilterText"];
            /** @description sorts before */
            lt?: components["schemas"]["FilterText"];
            /** @description sorts before or equal to */
            lte?: components["schemas"]["FilterText"];
            /** @description matches the pattern */
            like?: components["schemas"]["FilterText"];
            /** @description matches the pattern, ignoring case */
            ilike?: components["schemas"]["FilterText"];
            /** @description does not match the pattern */
            notLike?: components["schemas"]["FilterText"];
            /** @description does not match the pattern, ignoring case */
            notIlike?: components["schemas"]["FilterText"];
            /**
             * @description is not set
             * @constant
             */
            isNull?: true;
            /**
             * @description is set
             * @constant
             */
            isNotNull?: true;
        };
        /**
         * Format: date-time
         * @description An ISO 8601 date-time with an offset, as in RFC 3339. The year is 1 to 9999, seconds have at most six
         *     decimal places, and leap seconds are not allowed.
         */
        DateTime: string;
        /** @description Conditions on a date. */
        DateCondition: {
            /** @description the same instant */
            eq?: components["schemas"]["DateTime"];
            /** @description another instant */
            ne?: components["schemas"]["DateTime"];
            /** @description after */
            gt?: components["schemas"]["DateTime"];
            /** @description at or after */
            gte?: components["schemas"]["DateTime"];
            /** @description before */
            lt?: components["schemas"]["DateTime"];
            /** @description at or before */
            lte?: components["schemas"]["DateTime"];
            /**
             * @description is not set
             * @constant
             */
            isNull?: true;
            /**
             * @description is set
             * @constant
             */
            isNotNull?: true;
        };
        /**
         * @description Viewers find `public` events in lists. They can open a `hidden` event if they know its slug or id. They cannot
         *     open a `draft` event.
         * @enum {string}
         */
        EventStatus: "public" | "draft" | "hidden";
        /** @description Conditions on an event status. */
        EventStatusCondition: {
            /** @description equal to */
            eq?: components["schemas"]["EventStatus"];
            /** @description not equal to */
            ne?: components["schemas"]["EventStatus"];
            /**
             * @description is not set
             * @constant
             */
            isNull?: true;
            /**
             * @description is set
             * @constant
             */
            isNotNull?: true;
        };
        /** @description Selects events. */
        EventFilter: {
            /** @description The name of the event. */
            name?: components["schemas"]["TextCondition"];
            /** @description The start. */
            startDate?: components["schemas"]["DateCondition"];
            /** @description The end. */
            endDate?: components["schemas"]["DateCondition"];
            /** @description The slug of the event. */
            slug?: components["schemas"]["TextCondition"];
            /** @description The status of the event. */
            status?: components["schemas"]["EventStatusCondition"];
            /** @description The name of at least one block. */
            "blocks.name"?: components["schemas"]["TextCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["EventFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["EventFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["EventFilter"];
        };
        /**
         * @description A stable relative reference that names the kind of problem. The section *Problems* describes each one with
         *     its cause and its cure.
         * @enum {string}
         */
        ProblemType: "/problems/validation-error" | "/problems/unauthorized" | "/problems/invalid-credentials" | "/problems/forbidden" | "/problems/csrf-verification-failed" | "/problems/stream-inactive" | "/problems/access-required" | "/problems/access-not-started" | "/problems/access-ended" | "/problems/device-limit" | "/problems/invalid-media-token" | "/problems/not-found" | "/problems/playback-ended-by-device-limit" | "/problems/playback-ended-by-replacement" | "/problems/playback-ended-by-expiry" | "/problems/playback-ended-by-stop" | "/problems/playback-ended-by-access" | "/problems/request-timeout" | "/problems/conflict" | "/problems/precondition-failed" | "/problems/payload-too-large" | "/problems/unsupported-media-type" | "/problems/range-not-satisfiable" | "/problems/too-many-requests" | "/problems/request-headers-too-large" | "/problems/internal-server-error" | "/problems/not-implemented" | "/problems/service-unavailable";
        /** @description One fault of a request. */
        Issue: {
            /** @description A description of the fault for the person who filled in the field. */
            detail: string;
            /** @description A JSON Pointer (RFC 6901) into the body, or `/` and the name of a parameter. */
            pointer: string;
            /**
             * @description The part of the request that holds the fault.
             * @enum {string}
             */
            location: "body" | "query" | "header" | "path";
        };
        /** @description The reason why a call failed. Every response from 400 to 599 has this body. */
        Problem: {
            type: components["schemas"]["ProblemType"];
            /** @description The HTTP status. */
            status: number;
            /** @description A short name of the kind of problem. */
            title: string;
            /** @description The reason for this failure. */
            detail: string;
            /** @description The path of the request that failed. */
            instance?: string;
            /** @description The individual faults, for problems that list them. */
            issues?: components["schemas"]["Issue"][];
        };
        /** @description A place. Every part is optional. */
        Location: {
            /** @description The venue. */
            name: string | null;
            /** @description The street and number. */
            address: string | null;
            /** @description The city. */
            cityName: string | null;
            /** @description The country. */
            countryName: string | null;
        };
        /**
         * @description Only an `active` stream can be watched.
         * @enum {string}
         */
        LiveStreamStatus: "active" | "inactive";
        /** @description A live stream as organisers see it. */
        LiveStream: {
            /**
             * Format: uuid
             * @description The id of the live stream.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the block of this stream.
             */
            blockId: string;
            /** @description The id of the video at the video provider. */
            videoId: string;
            /** @description The name of the stream, for example of a camera or a ring. */
            name: string;
            /** @description A short description of the stream. */
            description: string | null;
            /** @description Whether viewers can watch the stream. */
            status: components["schemas"]["LiveStreamStatus"];
            /** @description The position among the streams of the block, lightest first. */
            weight: number;
        };
        /** @description A session of an event, as organisers see it. */
        Block: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the event of this block.
             */
            eventId: string;
            /** @description The name of the block. */
            name: string;
            /** @description The name of the block in URLs, unique within the event. */
            slug: string;
            /** @description A short description of the block. */
            description: string | null;
            /**
             * Format: date-time
             * @description The start of the block.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end of the block. Its streams are replays after that.
             */
            endDate: string;
            /** @description The place of the block. */
            location: components["schemas"]["Location"];
            /** @description Whether a viewer needs an access to watch. */
            paymentRequired: boolean;
            /** @description The price of an access to this block. */
            stripePriceId: string | null;
            /** @description The live streams in order of weight. Only if the request asked for them. */
            liveStreams?: components["schemas"]["LiveStream"][];
        };
        /** @description An event as organisers see it. */
        Event: {
            /**
             * Format: uuid
             * @description The id of the event.
             */
            id: string;
            /** @description The name of the event. */
            name: string;
            /** @description The name of the event in URLs, unique among all events. */
            slug: string;
            /** @description A short description for lists and shared links. */
            description: string | null;
            /** @description The text of the event's page in Markdown. */
            content: string | null;
            /**
             * Format: date-time
             * @description The start of the event.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end of the event.
             */
            endDate: string;
            /** @description The IANA time zone of the venue. */
            timezone: string;
            /** @description The place of the event. */
            location: components["schemas"]["Location"];
            /**
             * Format: uuid
             * @description The id of the event's picture; see *media*.
             */
            pictureId: string | null;
            /** @description Decides who can see the event. */
            status: components["schemas"]["EventStatus"];
            /** @description The price of an access to the whole event. */
            stripePriceId: string | null;
            /** @description The blocks in order of time. Only if the request asked for them. */
            blocks?: components["schemas"]["Block"][];
        };
        /** @description A page of events. */
        EventList: {
            /** @description The events of this page. */
            data: components["schemas"]["Event"][];
            /** @description The number of events that match the filter. */
            total: number;
        };
        /** @description A request that does not fit the contract. All faults are listed at once. */
        ValidationProblem: {
            type: components["schemas"]["ProblemType"];
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /** @description A short name of the kind of problem. */
            title: string;
            /** @description The reason for this failure. */
            detail: string;
            /** @description The path of the request that failed. */
            instance?: string;
            /** @description Every fault of the request. */
            issues: components["schemas"]["Issue"][];
        };
        /** @description A name of 1 to 255 characters. It is trimmed first. */
        Name: string;
        /** @description The name of the event in URLs, unique among all events: lowercase letters, digits and hyphens. */
        EventSlug: string;
        /** @description A text of at most 255 characters, or null for none. It is trimmed. */
        NullableText255: string | null;
        /** @description Markdown, or null for none. Raw HTML is never rendered. */
        Markdown: string | null;
        /**
         * Format: timezone
         * @description A known IANA time zone.
         */
        Timezone: string;
        /** @description A place. Every part is optional. */
        LocationInput: {
            /** @description The venue. */
            name?: components["schemas"]["NullableText255"];
            /** @description The street and number. */
            address?: components["schemas"]["NullableText255"];
            /** @description The city. */
            cityName?: components["schemas"]["NullableText255"];
            /** @description The country. */
            countryName?: components["schemas"]["NullableText255"];
        };
        /** @description The id of a price at the payment provider, or null for none. */
        NullableStripePriceId: string | null;
        /** @description A new event. */
        EventCreate: {
            /** @description The name of the event. */
            name: components["schemas"]["Name"];
            slug: components["schemas"]["EventSlug"];
            /** @description A short description for lists and shared links. */
            description?: components["schemas"]["NullableText255"];
            /** @description The text of the event's page in Markdown. */
            content?: components["schemas"]["Markdown"];
            /** @description The start of the event. */
            startDate: components["schemas"]["DateTime"];
            /** @description The end of the event; not before its start. */
            endDate: components["schemas"]["DateTime"];
            timezone: components["schemas"]["Timezone"];
            /** @description The place of the event. */
            location: components["schemas"]["LocationInput"];
            /**
             * Format: uuid
             * @description The id of an uploaded picture; see *media*.
             */
            pictureId?: string | null;
            /** @description The default is `draft`. */
            status?: components["schemas"]["EventStatus"];
            /** @description The price of an access to the whole event. */
            stripePriceId?: components["schemas"]["NullableStripePriceId"];
        };
        /** @description The response to a creation. */
        Created: {
            /**
             * Format: uuid
             * @description The id of the new resource.
             */
            id: string;
        };
        /**
         * Format: uuid
         * @description An id.
         */
        Uuid: string;
        /** @description Conditions on an id. */
        IdCondition: {
            /** @description equal to */
            eq?: components["schemas"]["Uuid"];
            /** @description not equal to */
            ne?: components["schemas"]["Uuid"];
            /**
             * @description is not set
             * @constant
             */
            isNull?: true;
            /**
             * @description is set
             * @constant
             */
            isNotNull?: true;
        };
        /** @description Selects accesses. */
        AccessFilter: {
            /** @description The id of the event. */
            eventId?: components["schemas"]["IdCondition"];
            /** @description The id of the block; null means the whole event. */
            blockId?: components["schemas"]["IdCondition"];
            /** @description The id of the user. */
            userId?: components["schemas"]["IdCondition"];
            /** @description The start of the access. */
            startDate?: components["schemas"]["DateCondition"];
            /** @description The end of the access; null means never. */
            endDate?: components["schemas"]["DateCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["AccessFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["AccessFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["AccessFilter"];
        };
        /** @description The user who has the access. */
        AccessUser: {
            /** @description The name of the user. */
            name: string;
            /** @description The e-mail address of the user. */
            email: string;
        };
        /** @description A grant that lets a user watch an event or one block of it. */
        Access: {
            /**
             * Format: uuid
             * @description The id of the access.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the event.
             */
            eventId: string;
            /**
             * Format: uuid
             * @description The id of the block; null means the whole event.
             */
            blockId: string | null;
            /**
             * Format: uuid
             * @description The id of the user who may watch.
             */
            userId: string;
            /** @description The name and the e-mail address of that user, for lists. */
            user: components["schemas"]["AccessUser"];
            /**
             * Format: date-time
             * @description The start of the access.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end of the access; null means never.
             */
            endDate: string | null;
            /** @description Whether the access was bought. A paid access can be shortened but not deleted. */
            isPaid: boolean;
        };
        /** @description A page of accesses. */
        AccessList: {
            /** @description The accesses of this page. */
            data: components["schemas"]["Access"][];
            /** @description The number of accesses that match the filter. */
            total: number;
        };
        /**
         * Format: date-time
         * @description An ISO 8601 date-time with an offset, as in RFC 3339, or null for none. The year is 1 to 9999, seconds have
         *     at most six decimal places, and leap seconds are not allowed.
         */
        NullableDateTime: string | null;
        /** @description A new access. */
        AccessCreate: {
            /** @description The id of the event. */
            eventId: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The id of the block; null or left out means the whole event.
             */
            blockId?: string | null;
            /** @description The id of the user who may watch. */
            userId: components["schemas"]["Uuid"];
            /** @description The start of the access. */
            startDate: components["schemas"]["DateTime"];
            /** @description The end of the access; null or left out means never. */
            endDate?: components["schemas"]["NullableDateTime"];
        };
        /**
         * Format: email
         * @description An e-mail address. It is trimmed and lowercased.
         */
        Email: string;
        /** @description One row. Every cell is text. An empty cell counts as left out. */
        AccessCsvRow: {
            /** @description The e-mail address of the user who may watch. */
            email?: components["schemas"]["Email"];
            /** @description The id of the user who may watch, instead of the e-mail address. */
            userId?: components["schemas"]["Uuid"];
            /** @description The id of the event. */
            eventId: components["schemas"]["Uuid"];
            /** @description The id of the block; empty means the whole event. */
            blockId?: components["schemas"]["Uuid"];
            /** @description The start of the access. */
            startDate: components["schemas"]["DateTime"];
            /** @description The end of the access; empty means never. */
            endDate?: components["schemas"]["DateTime"];
        };
        /**
         * @description CSV (RFC 4180) in UTF-8, with or without a byte order mark, of at most 10,000 rows and 4 MB. The first line
         *     names the columns in any order. The export writes `email,eventId,blockId,startDate,endDate`. A file may have
         *     `userId` instead of `email`; if it has both, they must belong to the same user. `blockId` and `endDate` may be
         *     left out or empty. Some spreadsheets separate columns with `;` or tabs; the separator of the first line counts
         *     for the whole file. Empty rows are skipped. If an apostrophe escapes `=`, `+`, `-`, `@`, a tab or a carriage
         *     return, as in an export, it is removed.
         */
        AccessImport: string;
        /** @description One fault of a row. */
        AccessImportIssue: {
            /** @description The name of the column; null means the whole row. */
            column: string | null;
            /** @description The reason for the fault. */
            detail: string;
        };
        /** @description The result of one row. */
        AccessImportRow: {
            /** @description The number of the row. The first row below the header is 1; empty rows count. */
            row: number;
            /** @description The e-mail address in the row; empty if the row has none. */
            email: string;
            /**
             * @description Whether the row is accepted.
             * @enum {string}
             */
            result: "ok" | "refused";
            /** @description The reasons why the row is refused, in one text. */
            detail: string | null;
            /** @description The same reasons for each column. */
            issues: components["schemas"]["AccessImportIssue"][];
        };
        /** @description The result of an import or of a dry run. */
        AccessImportResult: {
            /** @description Whether this was a dry run. */
            dryRun: boolean;
            /** @description The number of accesses that were created, or would be: all or none. */
            imported: number;
            /** @description One result per row. */
            rows: components["schemas"]["AccessImportRow"][];
        };
        /** @description Changes of an access. A field that is left out keeps its value; null clears an optional field. */
        AccessUpdate: {
            /**
             * Format: uuid
             * @description The id of the block; null means the whole event.
             */
            blockId?: string | null;
            /** @description The start of the access. */
            startDate?: components["schemas"]["DateTime"];
            /** @description The end of the access; null means never. */
            endDate?: components["schemas"]["NullableDateTime"];
        };
        /**
         * @description A boolean in a query, as the text `true` or `false`.
         * @enum {string}
         */
        BooleanText: "true" | "false";
        /** @description The numbers of things that a deletion would delete. */
        DeletionPreview: {
            /** @description The number of blocks; 0 for the deletion of a block. */
            blocks: number;
            /** @description The number of live streams. */
            liveStreams: number;
            /** @description The number of accesses, including paid ones. */
            accesses: number;
            /** @description The number of paid accesses. */
            paidAccesses: number;
            /** @description Whether the deletion would be refused because of paid accesses. */
            isRefused: boolean;
        };
        /** @description Changes of an event. A field that is left out keeps its value; null clears an optional field. */
        EventUpdate: {
            /** @description The name of the event. */
            name?: components["schemas"]["Name"];
            slug?: components["schemas"]["EventSlug"];
            /** @description A short description for lists and shared links. */
            description?: components["schemas"]["NullableText255"];
            /** @description The text of the event's page in Markdown. */
            content?: components["schemas"]["Markdown"];
            /** @description The start of the event. */
            startDate?: components["schemas"]["DateTime"];
            /** @description The end of the event; not before its start. */
            endDate?: components["schemas"]["DateTime"];
            timezone?: components["schemas"]["Timezone"];
            /** @description The place of the event; it is replaced as a whole. */
            location?: components["schemas"]["LocationInput"];
            /**
             * Format: uuid
             * @description The id of an uploaded picture; see *media*.
             */
            pictureId?: string | null;
            /** @description Decides who can see the event. */
            status?: components["schemas"]["EventStatus"];
            /** @description The price of an access to the whole event. */
            stripePriceId?: components["schemas"]["NullableStripePriceId"];
        };
        /** @description The blocks of an event in order of time. */
        BlockList: {
            /** @description The blocks. */
            data: components["schemas"]["Block"][];
            /** @description The total number. */
            total: number;
        };
        /**
         * @description The name of the block in URLs, unique within the event: lowercase letters, digits and hyphens. `live` is
         *     reserved for the live page.
         */
        BlockSlug: string;
        /** @description A new block. */
        BlockCreate: {
            /** @description The name of the block. */
            name: components["schemas"]["Name"];
            slug: components["schemas"]["BlockSlug"];
            /** @description A short description of the block. */
            description?: components["schemas"]["NullableText255"];
            /** @description The start of the block. */
            startDate: components["schemas"]["DateTime"];
            /** @description The end of the block; not before its start. */
            endDate: components["schemas"]["DateTime"];
            /** @description The place of the block. */
            location: components["schemas"]["LocationInput"];
            /**
             * @description Whether a viewer needs an access to watch.
             * @default false
             */
            paymentRequired?: boolean;
            /** @description The price of an access to this block. */
            stripePriceId?: components["schemas"]["NullableStripePriceId"];
        };
        /** @description A block with its live streams. */
        BlockWithLiveStreams: WithRequired<components["schemas"]["Block"], "liveStreams">;
        /** @description The id of a video at the video provider. The local provider always has the video `demo`. */
        VideoId: string;
        /** @description The position among the streams of the block, lightest first. */
        Weight: number;
        /** @description A new live stream. */
        LiveStreamCreate: {
            videoId: components["schemas"]["VideoId"];
            /** @description The name of the stream. */
            name: components["schemas"]["Name"];
            /** @description A short description of the stream. */
            description?: components["schemas"]["NullableText255"];
            /** @description Whether viewers can watch the stream. */
            status: components["schemas"]["LiveStreamStatus"];
            weight: components["schemas"]["Weight"];
        };
        /** @description Changes of a block. A field that is left out keeps its value; null clears an optional field. */
        BlockUpdate: {
            /** @description The name of the block. */
            name?: components["schemas"]["Name"];
            slug?: components["schemas"]["BlockSlug"];
            /** @description A short description of the block. */
            description?: components["schemas"]["NullableText255"];
            /** @description The start of the block. */
            startDate?: components["schemas"]["DateTime"];
            /** @description The end of the block; not before its start. */
            endDate?: components["schemas"]["DateTime"];
            /** @description The place of the block; it is replaced as a whole. */
            location?: components["schemas"]["LocationInput"];
            /** @description Whether a viewer needs an access to watch. */
            paymentRequired?: boolean;
            /** @description The price of an access to this block. */
            stripePriceId?: components["schemas"]["NullableStripePriceId"];
        };
        /** @description The live streams of a block in order of weight. */
        LiveStreamList: {
            /** @description The live streams. */
            data: components["schemas"]["LiveStream"][];
            /** @description The total number. */
            total: number;
        };
        /** @description Changes of a live stream. A field that is left out keeps its value; null clears an optional field. */
        LiveStreamUpdate: {
            videoId?: components["schemas"]["VideoId"];
            /** @description The name of the stream. */
            name?: components["schemas"]["Name"];
            /** @description A short description of the stream. */
            description?: components["schemas"]["NullableText255"];
            /** @description Whether viewers can watch the stream. */
            status?: components["schemas"]["LiveStreamStatus"];
            weight?: components["schemas"]["Weight"];
        };
        /** @description Selects entries of the audit log. */
        AuditFilter: {
            /** @description The id of the user who made the change. */
            actorId?: components["schemas"]["IdCondition"];
            /** @description The operationId. */
            action?: components["schemas"]["TextCondition"];
            /** @description The kind of thing that was changed. */
            entityType?: components["schemas"]["TextCondition"];
            /** @description The id of the thing that was changed. */
            entityId?: components["schemas"]["TextCondition"];
            /** @description The time of the change. */
            createdAt?: components["schemas"]["DateCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["AuditFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["AuditFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["AuditFilter"];
        };
        /** @description One administrative change. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description The id of the entry.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the user who made the change; null for the operator's command line.
             */
            actorId: string | null;
            /** @description The name of that user; null if the account does not exist. */
            actorName: string | null;
            /** @description The operationId of the call. */
            action: string;
            /** @description The kind of thing that was changed, for example `event`. */
            entityType: string;
            /** @description The id of the thing that was changed. */
            entityId: string;
            /** @description The changed fields before the change, without secrets; null for a creation. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The changed fields after the change, without secrets; null for a deletion. */
            after: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description The time of the change.
             */
            createdAt: string;
        };
        /** @description A page of the audit log. */
        AuditEntryList: {
            /** @description The entries of this page. */
            data: components["schemas"]["AuditEntry"][];
            /** @description The number of entries that match the filter. */
            total: number;
        };
        /** @description A permission to do something. */
        Permission: {
            /** @description The scope that operations require, as `scope:action`. */
            code: string;
            /** @description The display name. */
            name: string;
            /** @description A description of what it allows. */
            description: string | null;
        };
        /** @description All permissions. */
        PermissionList: {
            /** @description The permissions. */
            data: components["schemas"]["Permission"][];
            /** @description The total number. */
            total: number;
        };
        /** @description A named set of permissions. */
        Role: {
            /** @description The short name of the role. */
            code: string;
            /** @description The display name. */
            name: string;
            /** @description A description of the role. */
            description: string | null;
            /** @description The permissions of the role. */
            permissions: components["schemas"]["Permission"][];
        };
        /** @description All roles. */
        RoleList: {
            /** @description The roles. */
            data: components["schemas"]["Role"][];
            /** @description The total number. */
            total: number;
        };
        /** @description The short name of a role: lowercase letters, digits and hyphens. */
        RoleCode: string;
        /** @description A scope and an action, for example `event:read`. */
        PermissionCode: string;
        /** @description The permissions of the role. The list is replaced as a whole. */
        PermissionCodes: components["schemas"]["PermissionCode"][];
        /** @description A new role. */
        RoleCreate: {
            code: components["schemas"]["RoleCode"];
            /** @description The display name. */
            name: components["schemas"]["Name"];
            /** @description A description of the role. */
            description?: components["schemas"]["NullableText255"];
            permissionCodes: components["schemas"]["PermissionCodes"];
        };
        /** @description The role that was created. */
        RoleCreated: {
            /** @description The code of the role. */
            id: string;
        };
        /** @description Changes of a role. A field that is left out keeps its value; null clears an optional field. */
        RoleUpdate: {
            /** @description The display name. */
            name?: components["schemas"]["Name"];
            /** @description A description of the role. */
            description?: components["schemas"]["NullableText255"];
            permissionCodes?: components["schemas"]["PermissionCodes"];
        };
        /** @description The token from the mail. It works once. */
        MailToken: string;
        /** @description The token from the mail. */
        EmailVerification: {
            token: components["schemas"]["MailToken"];
        };
        /**
         * Format: password
         * @description An existing password. The rules for new passwords are not checked.
         */
        CurrentPassword: string;
        /** @description The e-mail address and the password to sign in with. */
        Credentials: {
            /** @description The e-mail address of the account. */
            email: components["schemas"]["Email"];
            /** @description The password of the account. */
            password: components["schemas"]["CurrentPassword"];
            /**
             * @description Whether the cookies outlive the browser session. The refresh token is valid for 30 days if true, 12 hours if not.
             * @default true
             */
            remember?: boolean;
        };
        /** @description A token and its expiry. */
        Token: {
            /** @description The token. */
            value: string;
            /**
             * Format: date-time
             * @description The expiry of the token.
             */
            expiresAt: string;
        };
        /** @description The three tokens of a session. */
        TokenSet: {
            /** @description Sent with each call. It is valid for 10 minutes. */
            accessToken: components["schemas"]["Token"];
            /** @description A JWT with name, e-mail and permissions, for display only. */
            identityToken: components["schemas"]["Token"];
            /** @description Exchanged once for a new set of tokens. */
            refreshToken: components["schemas"]["Token"];
        };
        /** @description The user who signed in. */
        LoginResult: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            id: string;
            /** @description Only if `includeTokens` is `true`. */
            tokens?: components["schemas"]["TokenSet"];
        };
        /** @description The account whose password is forgotten. */
        PasswordResetRequest: {
            /** @description The e-mail address of the account. */
            email: components["schemas"]["Email"];
        };
        /**
         * Format: password
         * @description 8 to 127 characters with an uppercase and a lowercase letter, a number and a special character.
         */
        NewPassword: string & (string);
        /** @description The token from the mail and the new password. */
        PasswordReset: {
            token: components["schemas"]["MailToken"];
            password: components["schemas"]["NewPassword"];
        };
        /** @description A phone number of at most 127 characters, or null for none. It is trimmed. */
        NullablePhone: string | null;
        /** @description A new account. */
        Registration: {
            /** @description The display name. The default is the other names joined, as many as fit into 255 characters. */
            name?: components["schemas"]["Name"];
            /** @description The given name. */
            firstName: components["schemas"]["Name"];
            /** @description The middle name or name prefix. */
            middleName?: components["schemas"]["NullableText255"];
            /** @description The family name. */
            lastName: components["schemas"]["Name"];
            /** @description The e-mail address to sign in with. */
            email: components["schemas"]["Email"];
            password: components["schemas"]["NewPassword"];
            phone?: components["schemas"]["NullablePhone"];
        };
        /** @description A service to sign in with. */
        AuthProvider: {
            /** @description The name in URLs. */
            code: string;
            /** @description The display name. */
            name: string;
            /** @description Data for the client's sign-in button, for example an icon, or null. */
            metadata: {
                [key: string]: string;
            } | null;
        };
        /** @description The sign-in providers of this server. */
        AuthProviderList: {
            /** @description The providers. */
            data: components["schemas"]["AuthProvider"][];
            /** @description The total number. */
            total: number;
        };
        /** @description The user who signed in with a provider, and the tokens. */
        AuthenticationResult: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            id: string;
            /** @description The tokens of the new session. */
            tokens: components["schemas"]["TokenSet"];
        };
        /**
         * Format: uri
         * @description An absolute URL of the client. Its origin must be this site or an origin that the server allows, for example
         *     the scheme of a native app such as `ringside://app`.
         */
        ReturnUrl: string;
        /** @description The sign-in page of a provider. */
        AuthorizationUrl: {
            /**
             * Format: uri
             * @description The URL to send the browser to.
             */
            url: string;
        };
        /** @description A device that is signed in. */
        LoginSession: {
            /**
             * Format: uuid
             * @description The id of the login session.
             */
            id: string;
            /** @description A readable name of the device, for example "Firefox on Windows". */
            deviceName: string;
            /**
             * Format: date-time
             * @description The time of the sign-in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time of the last token refresh.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description The end of the session unless its tokens are refreshed.
             */
            expiresAt: string;
            /** @description Whether this device sent the request. */
            isCurrent: boolean;
        };
        /** @description The login sessions of the signed-in user. */
        LoginSessionList: {
            /** @description The login sessions. */
            data: components["schemas"]["LoginSession"][];
            /** @description The total number. */
            total: number;
        };
        /** @description The refresh token. */
        TokenRefresh: {
            /** @description The refresh token. The default is the cookie `refreshToken`. */
            refreshToken?: string;
            /** @description Whether the cookies outlive the browser session. The default is the choice at sign-in. */
            remember?: boolean;
        };
        /** @description The signed-in user as OpenID Connect claims. */
        UserInfo: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            sub: string;
            /** @description The display name. */
            name: string;
            /** @description The given name. */
            first_name: string;
            /** @description The middle name or name prefix. */
            middle_name: string | null;
            /** @description The family name. */
            last_name: string;
            /**
             * Format: email
             * @description The e-mail address to sign in with.
             */
            email: string;
            /** @description Whether the e-mail address is confirmed. */
            email_verified: boolean;
            /** @description The phone number. */
            phone_number: string | null;
            /** @description Whether the phone number is confirmed. */
            phone_number_verified: boolean;
            /** @description The time of the last change of the account, in seconds since 1970. */
            updated_at: number;
        };
        /** @description An account. */
        User: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            id: string;
            /** @description The display name. */
            name: string;
            /** @description The given name. */
            firstName: string;
            /** @description The middle name or name prefix. */
            middleName: string | null;
            /** @description The family name. */
            lastName: string;
            /**
             * Format: email
             * @description The e-mail address to sign in with.
             */
            email: string;
            /** @description Whether the e-mail address is confirmed. */
            emailVerified: boolean;
            /** @description The phone number. */
            phone: string | null;
            /**
             * Format: date-time
             * @description The time when the account was created.
             */
            createdAt: string;
        };
        /** @description Changes of your own account. A field that is left out keeps its value; null clears an optional field. */
        ProfileUpdate: {
            /** @description The display name. */
            name?: components["schemas"]["Name"];
            /** @description The given name. */
            firstName?: components["schemas"]["Name"];
            /** @description The middle name or name prefix. */
            middleName?: components["schemas"]["NullableText255"];
            /** @description The family name. */
            lastName?: components["schemas"]["Name"];
            phone?: components["schemas"]["NullablePhone"];
        };
        /** @description The new e-mail address, and the password as proof. */
        OwnEmailUpdate: {
            /** @description The new e-mail address. */
            email: components["schemas"]["Email"];
            /** @description The password of the account. */
            currentPassword: components["schemas"]["CurrentPassword"];
        };
        /** @description The new password, and the old one as proof. */
        OwnPasswordUpdate: {
            /** @description The old password. Required unless the account has none. */
            currentPassword?: components["schemas"]["CurrentPassword"];
            password: components["schemas"]["NewPassword"];
        };
        /** @description A page of users. */
        UserList: {
            /** @description The users of this page. */
            data: components["schemas"]["User"][];
            /** @description The number of users that match `q`. */
            total: number;
        };
        /** @description A new account, made by an administrator. */
        UserCreate: {
            /** @description The display name. The default is the other names joined, as many as fit into 255 characters. */
            name?: components["schemas"]["Name"];
            /** @description The given name. */
            firstName: components["schemas"]["Name"];
            /** @description The middle name or name prefix. */
            middleName?: components["schemas"]["NullableText255"];
            /** @description The family name. */
            lastName: components["schemas"]["Name"];
            /** @description The e-mail address to sign in with. */
            email: components["schemas"]["Email"];
            password: components["schemas"]["NewPassword"];
            phone?: components["schemas"]["NullablePhone"];
        };
        /** @description The roles and permissions of a user. */
        UserAccessDetails: {
            /** @description The roles of the user. */
            roles: components["schemas"]["Role"][];
            /** @description The permissions that the user holds directly, in addition to those of the roles. */
            permissions: components["schemas"]["Permission"][];
        };
        /** @description The new roles and permissions of a user. A list that is sent replaces the old one. */
        UserAccessUpdate: {
            /** @description The roles of the user. */
            roleCodes?: components["schemas"]["RoleCode"][];
            /** @description The permissions that the user holds directly, in addition to those of the roles. */
            permissionCodes?: components["schemas"]["PermissionCode"][];
        };
        /** @description A new password for another user. */
        UserPasswordUpdate: {
            password: components["schemas"]["NewPassword"];
        };
        /** @description Selects competitions. */
        CompetitionFilter: {
            /** @description The name of the competition. */
            name?: components["schemas"]["TextCondition"];
            /** @description The start. */
            startDate?: components["schemas"]["DateCondition"];
            /** @description The end. */
            endDate?: components["schemas"]["DateCondition"];
            /** @description The slug of the competition. */
            slug?: components["schemas"]["TextCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["CompetitionFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["CompetitionFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["CompetitionFilter"];
        };
        /** @description An event as viewers see it in lists. */
        Competition: {
            /**
             * Format: uuid
             * @description The id of the competition.
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The name in URLs. */
            slug: string;
            /** @description A short description of one or two sentences. */
            description: string | null;
            /**
             * Format: date-time
             * @description The start.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end.
             */
            endDate: string;
            /** @description The IANA time zone of the venue. */
            timezone: string;
            /** @description The place. */
            location: components["schemas"]["Location"];
            /**
             * Format: uuid
             * @description The id of its picture, which is at `/media/pictures/{pictureId}/{width}.avif`.
             */
            pictureId: string | null;
        };
        /** @description A page of competitions. */
        CompetitionList: {
            /** @description The competitions of this page. */
            data: components["schemas"]["Competition"][];
            /** @description The number of competitions that match the filter. */
            total: number;
        };
        /** @description A live stream as viewers see it. To play it, ask for its signed URL. */
        CompetitionLiveStream: {
            /**
             * Format: uuid
             * @description The id of the live stream.
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description A short description. */
            description: string | null;
            /** @description Only an `active` stream can be watched. */
            status: components["schemas"]["LiveStreamStatus"];
            /** @description The position among the streams of the block, lightest first. */
            weight: number;
        };
        /** @description A block as viewers see it. */
        CompetitionBlock: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The name in URLs. */
            slug: string;
            /** @description A short description. */
            description: string | null;
            /**
             * Format: date-time
             * @description The start.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end of the block. Its streams are replays after that.
             */
            endDate: string;
            /** @description The place. */
            location: components["schemas"]["Location"];
            /** @description Whether a viewer needs an access to watch. */
            paymentRequired: boolean;
            /** @description The price of an access to this block. */
            stripePriceId: string | null;
            /** @description The live streams in order of weight. */
            liveStreams: components["schemas"]["CompetitionLiveStream"][];
        };
        /** @description An event as viewers see it, with its blocks. */
        CompetitionDetail: {
            /**
             * Format: uuid
             * @description The id of the competition.
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The name in URLs. */
            slug: string;
            /** @description A short description of one or two sentences. */
            description: string | null;
            /** @description The text of the event's page in Markdown. */
            content: string | null;
            /**
             * Format: date-time
             * @description The start.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end.
             */
            endDate: string;
            /** @description The IANA time zone of the venue. */
            timezone: string;
            /** @description The place. */
            location: components["schemas"]["Location"];
            /**
             * Format: uuid
             * @description The id of its picture, which is at `/media/pictures/{pictureId}/{width}.avif`.
             */
            pictureId: string | null;
            /** @description The price of an access to the whole event. */
            stripePriceId: string | null;
            /** @description The blocks in order of time. */
            blocks: components["schemas"]["CompetitionBlock"][];
        };
        /** @description Whether the viewer may watch one block, and the reason if not. */
        CompetitionBlockAccess: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            blockId: string;
            /** @description Whether the server would return a signed URL now. */
            canWatch: boolean;
            /**
             * @description The reason why the viewer cannot watch; null if they can.
             * @enum {string|null}
             */
            reason: "access-required" | "access-not-started" | "access-ended" | "stream-inactive" | null;
            /**
             * Format: date-time
             * @description The start of the viewer's access.
             */
            startDate: string | null;
            /**
             * Format: date-time
             * @description The end of the viewer's access.
             */
            endDate: string | null;
        };
        /** @description The blocks of a competition, and whether the signed-in viewer may watch each one. */
        CompetitionAccess: {
            /** @description One entry per block. */
            blocks: components["schemas"]["CompetitionBlockAccess"][];
        };
        /** @description A short-lived URL of a playlist, bound to one playback session. */
        SignedUrl: {
            /**
             * Format: uri-reference
             * @description The URL of an HLS playlist.
             */
            url: string;
            /**
             * Format: date-time
             * @description The expiry of the URL. Ask for a new one before it.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description The id of the playback session to ping.
             */
            playbackSessionId: string;
            /**
             * @description Whether the playlist is a live stream or a recording.
             * @enum {string}
             */
            mode: "live" | "replay";
        };
        /** @description The reason why this stream cannot be watched now. */
        WatchRefused: {
            /**
             * @description The kind of problem.
             * @enum {string}
             */
            type: "/problems/stream-inactive" | "/problems/access-required" | "/problems/access-not-started" | "/problems/access-ended" | "/problems/device-limit" | "/problems/csrf-verification-failed";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /** @description A short name of the kind of problem. */
            title: string;
            /** @description The reason for this failure. */
            detail: string;
            /** @description The path of the request that failed. */
            instance?: string;
        };
        /** @description A picture file. */
        ImageUpload: {
            /**
             * Format: binary
             * @description JPEG, PNG, WebP or AVIF, at most 10 MB and at least 1280 x 720.
             */
            file: string;
        };
        /**
         * @description A picture. Its 16:9 files are at `/media/pictures/{id}/{width}.avif` (or `.webp`, `.jpg`) in each of `widths`. Its
         *     square files for lock screens are at `/media/pictures/{id}/artwork-{width}.jpg` in each of `artworkWidths`. The
         *     files never change. Anyone who knows the id can read them.
         */
        Image: {
            /**
             * Format: uuid
             * @description The id of the picture: the `pictureId` of an event.
             */
            id: string;
            /** @description The width of the uploaded picture after rotation. */
            width: number;
            /** @description The height of the uploaded picture after rotation. */
            height: number;
            /** @description The widths of its 16:9 files. A smaller upload is enlarged. */
            widths: (320 | 640 | 1280 | 1920)[];
            /** @description The widths of its square JPEG files. */
            artworkWidths: (96 | 128 | 192 | 256 | 384 | 512)[];
            /**
             * Format: date-time
             * @description The time of the upload.
             */
            createdAt: string;
        };
        /** @description A device that is watching now. */
        PlaybackSession: {
            /**
             * Format: uuid
             * @description The id of the playback session.
             */
            id: string;
            /** @description A readable name of the device, for example "Firefox on Windows". */
            deviceName: string;
            /** @description The event and the block that it plays; null before it has asked for a stream. */
            watching: string | null;
            /**
             * Format: date-time
             * @description The start of the playback session.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description The time of the last ping.
             */
            lastPingAt: string;
            /** @description Whether this device sent the request. */
            isCurrent: boolean;
        };
        /** @description The active playback sessions of the signed-in user; at most two. */
        PlaybackSessionList: {
            /** @description The playback sessions. */
            data: components["schemas"]["PlaybackSession"][];
            /** @description The total number. */
            total: number;
        };
        /** @description The reason why a playback session is not active. */
        PlaybackEnded: {
            /**
             * @description The reason for the end of the session, or `not-found` for an unknown session.
             * @enum {string}
             */
            type: "/problems/not-found" | "/problems/playback-ended-by-device-limit" | "/problems/playback-ended-by-replacement" | "/problems/playback-ended-by-expiry" | "/problems/playback-ended-by-stop" | "/problems/playback-ended-by-access";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 404;
            /** @description A short name of the kind of problem. */
            title: string;
            /** @description The reason for this failure. */
            detail: string;
            /** @description The path of the request that failed. */
            instance?: string;
        };
        /** @description The id of a price at the payment provider. */
        StripePriceId: string;
        /** @description The buyer, and the URLs to return to. */
        BuyRequest: {
            /** @description The e-mail address of the account that gets the access. */
            email: components["schemas"]["Email"];
            /** @description The URL that the payment page redirects to after the payment. */
            successUrl: components["schemas"]["ReturnUrl"];
            /** @description The URL that the payment page redirects to without a payment. */
            cancelUrl: components["schemas"]["ReturnUrl"];
        };
        /** @description The payment page. */
        BuyResult: {
            /**
             * Format: uri
             * @description The URL to send the browser to.
             */
            redirectUrl: string;
        };
        /** @description The price of an access. */
        Price: {
            /** @description The id of the price at the payment provider. */
            id: string;
            /** @description The amount in cents. */
            unit_amount: number;
            /** @description The ISO 4217 code in lower case. */
            currency: string;
        };
        /**
         * @description A `pending` purchase waits for the payment provider. A `paid` one gives access. `refunded`, `disputed` and
         *     `expired` ones do not.
         * @enum {string}
         */
        PurchaseStatus: "pending" | "paid" | "refunded" | "disputed" | "expired";
        /** @description An order of the signed-in user. */
        Purchase: {
            /**
             * Format: uuid
             * @description The id of the order.
             */
            id: string;
            status: components["schemas"]["PurchaseStatus"];
            /** @description The id of the price that was bought. */
            stripePriceId: string;
            /** @description The paid amount in cents; null until it is paid. */
            unit_amount: number | null;
            /** @description The ISO 4217 code in lower case; null until it is paid. */
            currency: string | null;
            /**
             * Format: uuid
             * @description The id of the event.
             */
            eventId: string;
            /** @description The name of the event. */
            eventName: string;
            /** @description The slug of the event. */
            eventSlug: string;
            /**
             * Format: uuid
             * @description The id of the block; null means the whole event.
             */
            blockId: string | null;
            /** @description The name of the block. */
            blockName: string | null;
            /** @description The slug of the block. */
            blockSlug: string | null;
            /**
             * Format: date-time
             * @description The time of the order.
             */
            createdAt: string;
        };
        /** @description A page of purchases, newest first. */
        PurchaseList: {
            /** @description The purchases of this page. */
            data: components["schemas"]["Purchase"][];
            /** @description The total number. */
            total: number;
        };
        /** @description An event of the payment provider. This schema names only the fields that the server reads. */
        StripeEvent: {
            /** @description The id of the event; the same id takes effect once. */
            id: string;
            /** @description The type of the event. */
            type: string;
            /** @description The object of the event. */
            data: {
                /** @description For example a Checkout Session, a charge or a dispute. */
                object: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description Any other failure. */
        Unexpected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter does not fit the contract; every issue is listed. */
        BadParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description Nobody is signed in, or the access token has expired or was revoked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A permission is missing, or the call came from another site. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is busy or restarting. Try again after the number of seconds in `Retry-After`. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The slug is taken. */
        SlugTaken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than allowed. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This operation does not read the content type of the body. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not fit the contract; every issue is listed. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The user already has exactly this access. */
        SameAccess: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such resource, or the caller may not see it. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Done. The response has no body. */
        NoContent: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The access is paid, so it is not deleted. */
        PaidAccess: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource has changed since the version in `If-Match`. Read it again. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Done. `ETag` is the new version. */
        Changed: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The numbers of things that would be deleted too. Only with `dryRun`. */
        DeletionPreview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeletionPreview"];
            };
        };
        /** @description The deletion would delete a paid access, so nothing is deleted. */
        DeletionRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with stored data. If a field is at fault, `issues` names it. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The call came from another site. */
        CsrfFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many attempts. Wait for the number of seconds in `Retry-After`. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The maximum number of items to return. */
        Limit: number;
        /** @description The number of items to skip. */
        Offset: number;
        /**
         * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
         *     412. Without this header, or with `*`, the change is made to any version.
         * @example "3"
         */
        IfMatch: string;
        /**
         * @description The id of an event.
         * @example 0199a3c4-0007-7000-8000-000000000001
         */
        EventId: components["schemas"]["Uuid"];
        /** @description Whether to report what would be deleted, without deleting it. */
        DeletionDryRun: "true" | "false";
        /**
         * @description The id of a block of this event.
         * @example 0199a3c4-0007-7000-8000-0000000000b2
         */
        BlockId: components["schemas"]["Uuid"];
        /**
         * @description The id of a live stream of this block.
         * @example 0199a3c4-0007-7000-8000-0000000000c2
         */
        LiveStreamId: components["schemas"]["Uuid"];
        /**
         * @description The code of a sign-in provider.
         * @example demo-id
         */
        ProviderCode: string;
        /**
         * @description The id of a user.
         * @example 0199a3c4-0000-7000-8000-0000000000e1
         */
        UserId: components["schemas"]["Uuid"];
        /**
         * @description The id or the slug of a competition.
         * @example rotterdam-rumble-7
         */
        CompetitionId: string;
        /**
         * @description The id of a playback session.
         * @example 0199a3c4-0007-7000-8000-000000000053
         */
        PlaybackSessionId: components["schemas"]["Uuid"];
        /**
         * @description The id of the price of an event or a block.
         * @example price_RotterdamRumble7MainCard
         */
        PriceId: components["schemas"]["StripePriceId"];
        /**
         * @description The payment provider's signature over the time and the raw body.
         * @example t=1795293000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        StripeSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Seconds to wait before the next attempt.
         * @example 5
         */
        RetryAfter: number;
        /**
         * @description The version of this resource, for `If-Match`. Included resources have their own versions.
         * @example "3"
         */
        ETag: string;
        /**
         * @description One header per cookie: `accessToken` and `refreshToken` (both HttpOnly), `identityToken`,
         *     `accessTokenExpirationDate`, `refreshTokenExpirationDate` and `remember`. All have `SameSite=Lax`
         *     and `Path=/`. They are `Secure` on https, and have an expiry date only with `remember`.
         * @example [
         *       "accessToken=eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMTk5YTNjNC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwZTIifQ.c2lnbmF0dXJl; Path=/; Expires=Sat, 21 Nov 2026 20:40:00 GMT; HttpOnly; SameSite=Lax",
         *       "refreshToken=3q2-7wAAc2FtLXJlZnJlc2gtdG9rZW4tb25lLXRpbWU; Path=/; Expires=Mon, 21 Dec 2026 20:30:00 GMT; HttpOnly; SameSite=Lax",
         *       "identityToken=eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTk5YTNjNC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwZTIiLCJuYW1lIjoiU2FtIEphbnNlbiIsImVtYWlsIjoic2FtQHJpbmdzaWRlLnRlc3QiLCJwZXJtaXNzaW9ucyI6WyJldmVudDpyZWFkIiwiZXZlbnQ6Y3JlYXRlIiwiZXZlbnQ6dXBkYXRlIiwiZXZlbnQ6ZGVsZXRlIiwiaWRlbnRpdHkuYXV0aC5hY2Nlc3M6cmVhZCIsImlkZW50aXR5LnVzZXI6cmVhZCIsImlkZW50aXR5LnVzZXI6Y3JlYXRlIiwiaWRlbnRpdHkudXNlcjphY2Nlc3NfcmVhZCIsImlkZW50aXR5LnVzZXI6YWNjZXNzX3VwZGF0ZSIsImlkZW50aXR5LnVzZXI6ZGVsZXRlIl19.c2lnbmF0dXJl; Path=/; Expires=Mon, 21 Dec 2026 20:30:00 GMT; SameSite=Lax",
         *       "accessTokenExpirationDate=2026-11-21T20:40:00+00:00; Path=/; Expires=Mon, 21 Dec 2026 20:30:00 GMT; SameSite=Lax",
         *       "refreshTokenExpirationDate=2026-12-21T20:30:00+00:00; Path=/; Expires=Mon, 21 Dec 2026 20:30:00 GMT; SameSite=Lax",
         *       "remember=true; Path=/; Expires=Mon, 21 Dec 2026 20:30:00 GMT; SameSite=Lax"
         *     ]
         */
        SetCookie: string[] | string;
        /**
         * @description One header per session cookie, each with an expiry date in the past.
         * @example [
         *       "accessToken=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax",
         *       "refreshToken=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax",
         *       "identityToken=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax",
         *       "accessTokenExpirationDate=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax",
         *       "refreshTokenExpirationDate=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax",
         *       "remember=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax"
         *     ]
         */
        ClearCookie: string[] | string;
        /**
         * @description Binds the sign-in attempt to this browser for 10 minutes. The cookie is HttpOnly, `SameSite=Lax`, and `Secure`
         *     on https. Browsers send it only to the paths of the providers.
         * @example providerSignIn=Zm9yLXRoaXMtYnJvd3Nlci1hbG9uZS0xMC1taW51dGVz; Max-Age=600; Path=/api/v1/identity/auth/providers; HttpOnly; SameSite=Lax
         */
        ProviderCookie: string[] | string;
        /** @description How long the response may be cached. */
        PriceCache: "public, max-age=3600, stale-while-revalidate=3600";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEvents: {
        parameters: {
            query?: {
                /** @description Selects events; see *Filters*. */
                filter?: components["schemas"]["EventFilter"];
                /** @description The fields to sort by, the most important first. `-` reverses a field. Repeat the parameter for more. */
                order?: ("name" | "-name" | "startDate" | "-startDate" | "endDate" | "-endDate" | "slug" | "-slug" | "status" | "-status")[];
                /** @description The lists to include in each event. Repeat the parameter for both. */
                with?: ("blocks" | "blocks.liveStreams")[];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCreate"];
            };
        };
        responses: {
            /** @description The event was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/events/0199a3c4-0007-7000-8000-000000000001
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            /** @description The request does not fit the contract; every issue is listed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["SlugTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listAccesses: {
        parameters: {
            query?: {
                /** @description Selects accesses; see *Filters*. */
                filter?: components["schemas"]["AccessFilter"];
                /** @description The fields to sort by, the most important first. `-` reverses a field. Repeat the parameter for more. */
                order?: ("startDate" | "-startDate" | "endDate" | "-endDate")[];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accesses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The access. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessCreate"];
            };
        };
        responses: {
            /** @description The access was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/events/access/0199a3c4-0007-7000-8000-0000000000a1
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["SameAccess"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    exportAccesses: {
        parameters: {
            query: {
                /**
                 * @description The id of the event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["schemas"]["Uuid"];
                /** @description The id of a block, to export only the accesses to this block. */
                blockId?: components["schemas"]["Uuid"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accesses as CSV (RFC 4180, UTF-8 without a byte order mark). */
            200: {
                headers: {
                    /**
                     * @description The name of the file.
                     * @example attachment; filename="accesses-rotterdam-rumble-7.csv"
                     */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    importAccesses: {
        parameters: {
            query?: {
                /** @description Whether to check the file without importing it. */
                dryRun?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The CSV file. */
        requestBody: {
            content: {
                "text/csv": components["schemas"]["AccessImport"];
            };
        };
        responses: {
            /** @description The result of each row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessImportResult"];
                };
            };
            /** @description The file is not a CSV file with these columns, or has refused rows; every fault is listed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an access.
                 * @example 0199a3c4-0007-7000-8000-0000000000a1
                 */
                accessId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The access. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Access"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteAccess: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an access.
                 * @example 0199a3c4-0007-7000-8000-0000000000a1
                 */
                accessId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PaidAccess"];
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateAccess: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an access.
                 * @example 0199a3c4-0007-7000-8000-0000000000a1
                 */
                accessId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessUpdate"];
            };
        };
        responses: {
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SameAccess"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description Whether to include the blocks. */
                blocks?: components["schemas"]["BooleanText"];
                /** @description Whether to include the blocks and their live streams. */
                "blocks.liveStreams"?: components["schemas"]["BooleanText"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteEvent: {
        parameters: {
            query?: {
                /** @description Whether to report what would be deleted, without deleting it. */
                dryRun?: components["parameters"]["DeletionDryRun"];
            };
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletionPreview"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DeletionRefused"];
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventUpdate"];
            };
        };
        responses: {
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SlugTaken"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listBlocks: {
        parameters: {
            query?: {
                /** @description Whether to include the live streams. */
                liveStreams?: components["schemas"]["BooleanText"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blocks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description The block. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockCreate"];
            };
        };
        responses: {
            /** @description The block was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/events/0199a3c4-0007-7000-8000-000000000001/blocks/0199a3c4-0007-7000-8000-0000000000b2
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            /** @description The request does not fit the contract; every issue is listed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SlugTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The block. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockWithLiveStreams"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createLiveStreamInBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        /** @description The live stream. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveStreamCreate"];
            };
        };
        responses: {
            /** @description The live stream was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/events/0199a3c4-0007-7000-8000-000000000001/blocks/0199a3c4-0007-7000-8000-0000000000b2/live-streams/0199a3c4-0007-7000-8000-0000000000c2
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteBlock: {
        parameters: {
            query?: {
                /** @description Whether to report what would be deleted, without deleting it. */
                dryRun?: components["parameters"]["DeletionDryRun"];
            };
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletionPreview"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DeletionRefused"];
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateBlock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockUpdate"];
            };
        };
        responses: {
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SlugTaken"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteLiveStreamAlias: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listLiveStreams: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live streams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveStreamList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createLiveStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
            };
            cookie?: never;
        };
        /** @description The live stream. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveStreamCreate"];
            };
        };
        responses: {
            /** @description The live stream was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/events/0199a3c4-0007-7000-8000-000000000001/blocks/0199a3c4-0007-7000-8000-0000000000b2/live-streams/0199a3c4-0007-7000-8000-0000000000c2
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            /** @description The request does not fit the contract; every issue is listed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getLiveStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live stream. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveStream"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteLiveStream: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateLiveStream: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveStreamUpdate"];
            };
        };
        responses: {
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Selects entries; see *Filters*. */
                filter?: components["schemas"]["AuditFilter"];
                /** @description The fields to sort by, the most important first. `-` reverses a field. Repeat the parameter for more. */
                order?: ("createdAt" | "-createdAt")[];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The permissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The role. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleCreate"];
            };
        };
        responses: {
            /** @description The role was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/identity/auth/access/roles/door-staff
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code of a role.
                 * @example door-staff
                 */
                roleCode: components["schemas"]["RoleCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The code of a role.
                 * @example door-staff
                 */
                roleCode: components["schemas"]["RoleCode"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleUpdate"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    requestEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            /** @description The e-mail address is already confirmed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token from the mail. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailVerification"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract, or the token is no longer valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    login: {
        parameters: {
            query?: {
                /** @description Whether the response also contains the tokens, for clients without cookies. */
                includeTokens?: components["schemas"]["BooleanText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The e-mail address and the password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description The e-mail address or the password is wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["ClearCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadParameter"];
            403: components["responses"]["CsrfFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The e-mail address of the account. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token and the new password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract, or the token is no longer valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new account. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description The account was created, or the owner of the address was notified by mail. */
            201: {
                headers: {
                    /**
                     * @description The path of the new account.
                     * @example /api/v1/identity/users/0199a3c4-0000-7000-8000-0000000000e1
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            /** @description The request does not fit the contract; every issue is listed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthProviderList"];
                };
            };
            400: components["responses"]["BadParameter"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    authenticateWithProvider: {
        parameters: {
            query: {
                /**
                 * @description The code that the `redirectUrl` received.
                 * @example b25lLXRpbWUtY29kZS1vZi1zYW0
                 */
                code: string;
                /**
                 * @description The text that the `codeChallenge` was made from. Required if `authorizeProvider` had one.
                 * @example dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
                 */
                codeVerifier?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The code of a sign-in provider.
                 * @example demo-id
                 */
                providerCode: components["parameters"]["ProviderCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationResult"];
                };
            };
            400: components["responses"]["BadParameter"];
            /** @description The code is unknown, already used or over 60 seconds old, or the verifier does not match. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /**
             * @description The identity cannot get an account. An account with its e-mail address exists and the provider has
             *     not verified the address, or that account has another identity at this provider, or the provider sent no
             *     address. The callback reports the same as `account_exists`, `account_linked` and `email_missing`.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    authorizeProvider: {
        parameters: {
            query?: {
                /** @description Whether to redirect to the sign-in page with a 302 instead of returning its URL. */
                redirect?: components["schemas"]["BooleanText"];
                /**
                 * @description The URL to redirect to at the end. The default is the home page of this site.
                 * @example http://localhost:3000/competitions/rotterdam-rumble-7
                 */
                redirectUrl?: components["schemas"]["ReturnUrl"];
                /**
                 * @description A text of the client that is returned to it unchanged. A client on another origin must send a text that
                 *     cannot be guessed and compare it at the end. Otherwise an attacker could sign the user in to the attacker's
                 *     account.
                 */
                state?: string;
                /**
                 * @description For clients on another origin: the SHA-256 of a `codeVerifier`, as base64url without padding (RFC 7636,
                 *     S256). The code for `authenticateWithProvider` then works only together with the verifier, so another app
                 *     that intercepts the code cannot use it.
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                codeChallenge?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The code of a sign-in provider.
                 * @example demo-id
                 */
                providerCode: components["parameters"]["ProviderCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL of the sign-in page. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["ProviderCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationUrl"];
                };
            };
            /** @description A redirect to the sign-in page of the provider. */
            302: {
                headers: {
                    /**
                     * @description The URL of the sign-in page of the provider.
                     * @example https://id.ringside.test/authorize?client_id=ringside&response_type=code&state=c3RhdGU
                     */
                    Location: string;
                    "Set-Cookie": components["headers"]["ProviderCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    handleProviderCallback: {
        parameters: {
            query: {
                /**
                 * @description The authorization code of the provider. It is missing when there is an `error`.
                 * @example Y29kZS1vZi1zYW0
                 */
                code?: string;
                /**
                 * @description The state that the server gave to the provider.
                 * @example c3RhdGU
                 */
                state: string;
                /**
                 * @description The reason why the provider sends no code (RFC 6749, section 4.1.2.1).
                 * @example access_denied
                 */
                error?: string;
                /** @description The provider's own text for the error. It is never shown. */
                error_description?: string;
                /** @description The URL to redirect to at the end. The default is the `redirectUrl` of `authorizeProvider`. */
                clientUrl?: components["schemas"]["ReturnUrl"];
                /** @description A text of the client that is returned to it unchanged. The default is the `state` of `authorizeProvider`. */
                clientState?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The code of a sign-in provider.
                 * @example demo-id
                 */
                providerCode: components["parameters"]["ProviderCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A redirect to the client, signed in or with an `error`. */
            302: {
                headers: {
                    /**
                     * @description The `clientUrl`, with the `clientState` as `state`. It has `error` if the sign-in failed, or `code` if
                     *     it is on another origin.
                     * @example http://localhost:3000/competitions/rotterdam-rumble-7
                     */
                    Location: string;
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadParameter"];
            /** @description The state is unknown, already used or over 10 minutes old, or it belongs to another browser. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listLoginSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The login sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginSessionList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    endLoginSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a login session of the signed-in user.
                 * @example 0199a3c4-0000-7000-8000-000000000052
                 */
                sessionId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    /** @description Only if the call used cookies and ended its own session. */
                    "Set-Cookie": components["headers"]["ClearCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The refresh token. The body is optional. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TokenRefresh"];
            };
        };
        responses: {
            /** @description The new tokens. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenSet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getUserInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileUpdate"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    changeOwnEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new address. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnEmailUpdate"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract, or the current password is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The old and the new password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPasswordUpdate"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract, or the current password is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description A part of the display name, of the first and last name, or of the e-mail address. Every character is
                 *     literal, including `%` and `_`. The text is trimmed.
                 * @example robin
                 */
                q?: string;
                /** @description The fields to sort by, the most important first. `-` reverses a field. Repeat the parameter for more. */
                order?: ("name" | "-name" | "email" | "-email" | "createdAt" | "-createdAt")[];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description The user was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/identity/users/0199a3c4-0000-7000-8000-0000000000e1
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getUserAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The access. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAccessDetails"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateUserAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The new lists. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserAccessUpdate"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The new password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPasswordUpdate"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteUserProviderIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listCompetitions: {
        parameters: {
            query?: {
                /** @description Selects competitions; see *Filters*. */
                filter?: components["schemas"]["CompetitionFilter"];
                /** @description The fields to sort by, the most important first. `-` reverses a field. Repeat the parameter for more. */
                order?: ("name" | "-name" | "startDate" | "-startDate" | "endDate" | "-endDate" | "slug" | "-slug")[];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of competitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionList"];
                };
            };
            400: components["responses"]["BadParameter"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getCompetition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The competition. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionDetail"];
                };
            };
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getCompetitionAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per block. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionAccess"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getLiveStreamSignedUrl: {
        parameters: {
            query?: {
                /**
                 * @description An `mse` player replaces the URL before it expires. A `native` player cannot, so its URL is valid until
                 *     the end of the block.
                 */
                player?: "mse" | "native";
            };
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["parameters"]["BlockId"];
                /**
                 * @description The id of a live stream of this block.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["LiveStreamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUrl"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            /** @description The stream cannot be watched now. `type` is the reason. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["WatchRefused"];
                };
            };
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImageUpload"];
            };
        };
        responses: {
            /** @description The picture was stored. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/media/images/0199a3c4-0007-7000-8000-0000000000f1
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a picture.
                 * @example 0199a3c4-0007-7000-8000-0000000000f1
                 */
                imageId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Image"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a picture.
                 * @example 0199a3c4-0007-7000-8000-0000000000f1
                 */
                imageId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listPlaybackSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The playback sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaybackSessionList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createPlaybackSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The playback session was started. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/playback/sessions/0199a3c4-0007-7000-8000-000000000053
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    stopPlaybackSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a playback session.
                 * @example 0199a3c4-0007-7000-8000-000000000053
                 */
                sessionId: components["parameters"]["PlaybackSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    pingPlaybackSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a playback session.
                 * @example 0199a3c4-0007-7000-8000-000000000053
                 */
                sessionId: components["parameters"]["PlaybackSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            /** @description The session is unknown or has ended. `type` is the reason. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["PlaybackEnded"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    buyProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the price of an event or a block.
                 * @example price_RotterdamRumble7MainCard
                 */
                stripePriceId: components["parameters"]["PriceId"];
            };
            cookie?: never;
        };
        /** @description The buyer and the URLs to return to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuyRequest"];
            };
        };
        responses: {
            /** @description The payment page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getPrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the price of an event or a block.
                 * @example price_RotterdamRumble7MainCard
                 */
                stripePriceId: components["parameters"]["PriceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["PriceCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Price"];
                };
            };
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listPurchases: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of purchases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    handleStripeWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The payment provider's signature over the time and the raw body.
                 * @example t=1795293000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Stripe-Signature": components["parameters"]["StripeSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StripeEvent"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract; every issue is listed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The payment provider's signature over the time and the raw body.
                 * @example t=1795293000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Stripe-Signature": components["parameters"]["StripeSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StripeEvent"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract; every issue is listed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
