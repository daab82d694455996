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
         * @description Returns a page of the accesses of all users, and of those that wait for the account that confirms their e-mail
         *     address. Each has the names of its user, event and block, and its `state` at the time of the answer.
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
    "/api/v1/events/access/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a person can or cannot watch
         * @description Answers "Why can't this person watch?" for one block, in one call: whether they may watch now, the rule that decides,
         *     what can be done about it, and what happened. The decision is made by the same rule that decides about the video.
         *     The person is named by `userId` or by `email`, by exactly one of them. An address without an account is explained
         *     too. The timeline has at most 100 entries, the newest first; future ones come before. Contents of mails are
         *     not in it. `mends` has what the caller may do.
         */
        get: operations["explainAccess"];
        put?: never;
        post?: never;
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
         * @description Returns all accesses that `listAccesses` finds with the same `filter`, in order of their start; `eventId` and
         *     `blockId` select those of an event or of one of its blocks. The columns are those that the import reads, and `waiting`: `yes` where no account has confirmed the e-mail address yet. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return is escaped with
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
         *     that is sent again creates nothing. Each access gets its own entry in the audit log. An access for an `email`
         *     belongs to the account that has confirmed the address. Without one it waits, and the account gets it when it
         *     confirms; `waiting` reports that.
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
         *     allows ends at the next ping. A change that makes it equal to another access of the user is a 409, and so is another
         *     block for an access that was bought. A later end of an access that has
         *     ended, another block, the whole event and an earlier start grant more, and need `event:create` too (403).
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
    "/api/v1/events/{eventId}/banner": {
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
        get?: never;
        /**
         * Show a banner to viewers
         * @description Shows a line of text to everybody on the pages of the competition, in place of the one before. It is plain text: clients never
         *     read markup in it.
         */
        put: operations["setBanner"];
        post?: never;
        /**
         * Take the banner back
         * @description Removes the banner from the pages of the competition. Without a banner, nothing happens.
         */
        delete: operations["deleteBanner"];
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Adds a block to an event. A slug that another block of the event has is a 409, and so is a block beyond 200.
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
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/venue-delay": {
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
        /**
         * Set how much later pictures are stamped
         * @description Encoder and network need time, so the picture of a moment is stamped later than the bell of that moment was rung. By this delay
         *     viewers see a bell with its picture, and chapters begin where the bout does. It is 2 seconds until somebody has set it.
         */
        put: operations["setVenueDelay"];
        post?: never;
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
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/films": {
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
         * List the films of a live stream
         * @description Returns the uploads of a stream, the newest first: the film that its replay shows, one that is on its way, and one that
         *     was refused.
         */
        get: operations["listFilms"];
        put?: never;
        /**
         * Begin the upload of a film
         * @description Begins an upload that becomes the replay of the stream, in place of its recording or its video. It is an MP4 with H.264 and AAC
         *     that is not fragmented, of at most 20 GB and 12 hours. Send its bytes with `appendToFilm`. An upload that stands still for
         *     24 hours is removed. While a broadcast or another upload of the stream goes on it is a 409, and also without room on the disk.
         */
        post: operations["createFilm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/films/{filmId}": {
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
                /**
                 * @description The id of the film.
                 * @example 0199a3c4-0007-7000-8000-0000000000f7
                 */
                filmId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a film
         * @description Cancels an upload, or takes the film away: then the replay shows the recording again, with its trim.
         */
        delete: operations["deleteFilm"];
        options?: never;
        head?: never;
        /**
         * Send the next bytes of a film
         * @description Adds the next part of the file: 4 MiB (4,194,304 bytes), or what is left. `offset` is what the server has received; with
         *     another one, or another length, it is a 409 that says where to go on. So an upload goes on after any break: ask `listFilms` for
         *     `received`, and send the next part. After the last one the server repackages the film, without transcoding, and then
         *     the replay shows it.
         */
        patch: operations["appendToFilm"];
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest": {
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
         * Get the ingest of a live stream
         * @description Returns what happens between the encoder and the viewers: the state of the broadcast, the feed over the last 10
         *     seconds, and what has been recorded. The stream key is never returned again. Without an ingest it is a 404.
         */
        get: operations["getIngest"];
        put?: never;
        /**
         * Set up live ingest
         * @description Gives a live stream an address and a key for an encoder, such as OBS, and makes the feed of that encoder its
         *     video. This answer is the only one with the key: the server keeps its hash. A stream that has an ingest is a 409.
         */
        post: operations["createIngest"];
        /**
         * Remove live ingest
         * @description The stream shows the video again that it had before, the key opens nothing any more, and the recording is deleted.
         *     While the broadcast goes on it is a 409: end it first.
         */
        delete: operations["deleteIngest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/cut-places": {
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
         * List where a replay can begin and end
         * @description Returns the places at which a replay may begin or end, in seconds of the whole recording: its start, its key frames and its
         *     end. While the broadcast goes on it is a 409, and so is a broadcast of which nothing was recorded.
         */
        get: operations["listCutPlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/end": {
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
        /**
         * End the broadcast
         * @description Cuts the encoder off and makes the recording the replay of the stream, at once. A broadcast that has ended stays as it is; one
         *     that never began is a 409.
         */
        post: operations["endBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/keep": {
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
        /**
         * Keep the encoder that sends
         * @description Of two encoders with one key, the one that is live keeps the stream: any other is refused as long as this one sends, however long it
         *     waits. Without a picture it is a 409.
         */
        post: operations["keepEncoder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/recording": {
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
         * Download the recording
         * @description Returns the recording as one MP4 file. A download that broke off goes on with `Range` and `If-Range`; several ranges at once get
         *     the whole file. While the broadcast goes on it is a 409, and also when the encoder changed its format, since one file cannot hold
         *     both.
         */
        get: operations["downloadRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/stream-key": {
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
        /**
         * Replace the stream key
         * @description The old key opens nothing any more, and an encoder that publishes with it is cut off at once. A broadcast that has ended is open
         *     again: its recording goes on where it stopped. Needs a recent proof, but not while the broadcast runs.
         */
        put: operations["replaceStreamKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/trim": {
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
        /**
         * Trim a replay
         * @description Sets where the replay begins and ends. The recording stays whole, and nothing is transcoded, so both move to the nearest place of
         *     `listCutPlaces`. Viewers who load the replay from now on see what is left, and a download has it. A new stream key, which opens
         *     the broadcast again, shows the whole recording again.
         */
        put: operations["trimReplay"];
        post?: never;
        /**
         * Restore the whole replay
         * @description The replay shows the whole recording again. Without a trim, nothing changes.
         */
        delete: operations["restoreReplay"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/chapters": {
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
         * List where bouts begin in a replay, as set by hand
         * @description Returns the beginnings that organisers have set in what the replay shows, the recording or a film, in seconds of the whole.
         *     A viewer's player gets them with its signed address, in place of those of the bell.
         */
        get: operations["listChapters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest/chapters/{boutId}": {
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
                /**
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set where a bout begins in a replay
         * @description Sets where a bout of the block begins in what the replay shows, or moves it. It stays with the picture when the replay is
         *     trimmed, and goes with the film. While the broadcast goes on it is a 409, and so is a broadcast of which nothing was recorded.
         */
        put: operations["setChapter"];
        post?: never;
        /**
         * Remove where a bout begins in a replay
         * @description Viewers get the beginning by the bell again, if there is one. Without a beginning that was set, nothing happens.
         */
        delete: operations["deleteChapter"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bell-board": {
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
         * Get the card with its bells
         * @description Returns the bouts of an event and all that was rung, for a timekeeper.
         */
        get: operations["getBellBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bell-board/events": {
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
         * Follow the card with its bells
         * @description A stream of server-sent events; see *Event streams*. It begins with the event `card`, which holds what `getBellBoard` returns, and
         *     sends it again with each bell and each change of the card. With the event `gone`, the event was deleted and the stream ends. It
         *     also ends when the access token expires, and when the user signs out or loses the permission. Who may read the desk has the same
         *     event in `streamDesk`.
         */
        get: operations["streamBellBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/estimate-review": {
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
         * Get how good the expected times were
         * @description Compares the times that viewers were told at the end of each bout with those at which the bouts after it began. It is computed
         *     from the bells; ends after which no bout has begun are missing.
         */
        get: operations["getEstimateReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts": {
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
         * List the bouts of an event
         * @description Returns the whole card in the order of its blocks, the main event of each block last.
         */
        get: operations["listBouts"];
        put?: never;
        /**
         * Create a bout
         * @description Adds a bout to a block of an event, as its last one. A bout beyond 60 in one block is a 409. A fighter can stand in one corner
         *     only.
         */
        post: operations["createBout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts/import": {
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
        get?: never;
        put?: never;
        /**
         * Import a card
         * @description Adds one bout for each row, after those that a block has. The cells are texts as an organiser writes them. With `dryRun`, nothing is
         *     written, and the response says how each row is understood, what is wrong in which column, and who may be meant where a name is
         *     not clear. Send the same rows with a choice for each corner that was `unsure`. Either all bouts are added or none: without
         *     `dryRun`, a row that is refused or unsure makes a `validation-error` that lists every fault, with pointers such as
         *     `/rows/2/red`. A fighter who is not known is created. A bout that is on the card is refused, so rows that are sent again add nothing.
         */
        post: operations["importBouts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts/order": {
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
        get?: never;
        /**
         * Order the bouts of an event
         * @description Puts all bouts of an event in this order, also from one block into another. The request names each bout once. If somebody has
         *     added or deleted one meanwhile, the response is a 409, and nothing changes.
         */
        put: operations["orderBouts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts/{boutId}": {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        /**
         * Get a bout
         * @description Returns one bout of an event.
         */
        get: operations["getBout"];
        put?: never;
        post?: never;
        /**
         * Delete a bout
         * @description Deletes a bout as if it had never been announced. A bout that does not take place is better set to `cancelled`: viewers then
         *     read why. A bout that was rung or has a result is not deleted; the response is a 409.
         */
        delete: operations["deleteBout"];
        options?: never;
        head?: never;
        /**
         * Change a bout
         * @description Changes only the fields that are sent. Another fighter in a corner that had one is a replacement: the bout keeps its id, and
         *     says whose place was taken.
         */
        patch: operations["updateBout"];
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts/{boutId}/bells": {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ring the bell
         * @description Stores a tap and returns the bell that counts. A tap that is sent again, and the same tap of a second timekeeper within five
         *     seconds, are the bell that is there already. A device without a network sends its taps later, in their order.
         */
        post: operations["ringBell"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts/{boutId}/bells/{bellId}": {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
                /**
                 * @description The id of a bell of this bout.
                 * @example 0199a3c4-0007-7000-8000-000000000be1
                 */
                bellId: components["parameters"]["BellId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo a bell
         * @description Takes a bell back. It stays in the list as undone, and the state of the bout is computed without it. That works for ten minutes
         *     after it was rung; later the response is a 409. A bell that is undone already stays so.
         */
        delete: operations["undoBell"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts/{boutId}/results": {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a result
         * @description Adds a version to the result of a bout. It is official as soon as a second person confirms it, or at once where the settings ask
         *     for nobody. Until then, viewers see the last official version. A version after the first one is a correction and needs a reason.
         *
         *     `after` names the version that the caller knows as the newest. If somebody else has signed one meanwhile, the response is a 409.
         */
        post: operations["signResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/bouts/{boutId}/results/{resultVersion}/confirmation": {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
                /**
                 * @description The number of a version of the result of this bout.
                 * @example 1
                 */
                resultVersion: components["parameters"]["ResultVersion"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm a result
         * @description Makes the newest version of a result official. Another person than the one who signed it must do so; otherwise the response is a
         *     409. A version that is official stays so.
         */
        put: operations["confirmResult"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/desk": {
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
         * Get the live desk of an event
         * @description Returns every live stream of an event with what happens on it now: its viewers, their peak, and the refusals of
         *     the last 5 minutes. `streamDesk` sends the same whenever it changes.
         */
        get: operations["getDesk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/desk/events": {
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
         * Follow the live desk of an event
         * @description A stream of server-sent events; see *Event streams*. It begins with the events `desk`, which holds what `getDesk`
         *     returns, and `card`, which holds what `getBellBoard` returns, and sends each again when it changes. Numbers of viewers and refusals
         *     are at most 10 seconds old.
         *     With the event `gone`, the event was deleted and the stream ends. The stream also ends when the access token expires, and when the
         *     user signs out or loses the permission: open it again with a new token.
         */
        get: operations["streamDesk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/result-board": {
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
         * Get the card with its results
         * @description Returns the bouts of an event, what was rung, and all versions of their results, for those who sign and confirm them.
         */
        get: operations["getResultBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/featured-stream": {
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
        get?: never;
        /**
         * Choose what the live page shows first
         * @description The live page shows this stream first while it is active, whatever its block and its weight. Viewers who have
         *     chosen a stream themselves keep theirs. A stream of another event is a 400.
         */
        put: operations["setFeaturedStream"];
        post?: never;
        /**
         * Let the weight decide what the live page shows first
         * @description Undoes `setFeaturedStream`: the live page shows the lightest active stream of the current block first. Without a choice, nothing
         *     happens.
         */
        delete: operations["deleteFeaturedStream"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/duplicate": {
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
        get?: never;
        put?: never;
        /**
         * Duplicate an event
         * @description Creates a draft with the blocks, live streams, picture and prices of this event: all of it or nothing. Every date
         *     moves by `days` and keeps its time of day in the event's zone, also across a change to summer time. The copies of
         *     live streams are `inactive`, so that none goes live by itself. Accesses are not copied. A slug that is already
         *     taken is a 409.
         */
        post: operations["duplicateEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/preview": {
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
         * Get the URL of a preview
         * @description Returns a short-lived URL of the playlist of a live stream, for an organiser who checks the picture. A preview is
         *     no playback session: it takes the place of no device and is not counted as a viewer. It also plays an `inactive`
         *     stream and a draft.
         *
         *     Each request with the URL checks that the organiser is still signed in and still has the permission.
         */
        get: operations["getLiveStreamPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fighters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fighters
         * @description Returns a page of all fighters. `q` finds them by parts of name, nickname and gym, whatever the accents.
         */
        get: operations["listFighters"];
        put?: never;
        /**
         * Create a fighter
         * @description Creates a fighter. Two fighters may have one name; a slug that is already taken is a 409.
         */
        post: operations["createFighter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fighters/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export fighters as CSV
         * @description Returns all fighters that `listFighters` finds with the same `q` and `filter`, by name, one row for each. The record is the one
         *     before Ringside. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return is escaped with an apostrophe, because a
         *     spreadsheet would read it as a formula.
         */
        get: operations["exportFighters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fighters/{fighterId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
            };
            cookie?: never;
        };
        /**
         * Get a fighter
         * @description Returns one fighter. The id of one who was merged into another one answers with that one.
         */
        get: operations["getFighter"];
        put?: never;
        post?: never;
        /**
         * Delete a fighter
         * @description Deletes a fighter who is on no card. One who has bouts is not deleted; the response is a 409. So it is for the id of a fighter who
         *     was merged into another one.
         */
        delete: operations["deleteFighter"];
        options?: never;
        head?: never;
        /**
         * Change a fighter
         * @description Changes only the fields that are sent.
         */
        patch: operations["updateFighter"];
        trace?: never;
    };
    "/api/v1/fighters/{fighterId}/anonymisation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the name of a fighter away
         * @description Removes everything that is known of the person: name, nickname, country, day of birth, measures, gym, record before Ringside and
         *     picture. Bouts and results stay, those of an "Anonymous fighter". Old slugs are not found any more, and the audit log forgets what
         *     it had of the person. Nothing brings it back.
         */
        post: operations["anonymiseFighter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fighters/{fighterId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge two fighters into one
         * @description Joins two fighters who are one person. The fighter of the path stays, and the fields that are empty are filled from the other one.
         *     Bouts, results and replacements of the other one are theirs from now on; the old id and the old slugs lead to them. Two who stand
         *     against each other, or whose bouts of two events are at one time, are not one person: the response is a 409. What is merged
         *     already stays so.
         */
        post: operations["mergeFighters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /**
         * Get a role
         * @description Returns one role with its permissions.
         */
        get: operations["getRole"];
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
        /**
         * Look at the link of a verification mail
         * @description Returns what `verifyEmail` would confirm with the token, and changes nothing: a page can show it before the user
         *     presses the button. A token that `verifyEmail` would refuse is a 400 with the same issue.
         */
        get: operations["getEmailVerification"];
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
         * @description Confirms an e-mail address with the token from the mail, within 48 hours. The mail proves the address alone:
         *     somebody else may have registered with it. So the caller must also be signed in to the account, or send its
         *     password. After `changeOwnEmail`, this call gives the account its new address. A token is refused if it is
         *     unknown, used or expired, or was sent to an earlier address of the account, or if another account now has the new
         *     address. All these cases give the same issue at `/token`. The link in a receipt confirms the address for the account
         *     that has it by then. A wrong or missing password gives an issue at
         *     `/password`, and the token stays valid.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the invitation that a link belongs to
         * @description Returns whom the link in the mail invites, for the page that it opens. The token stays valid.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/invitation/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Sets the first password with the token from the mail. The token works once. The address counts as confirmed from
         *     then on. It does not sign in.
         */
        post: operations["acceptInvitation"];
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
         *     response and count the same towards the limits. If the account has an authenticator app, a right password without
         *     `code` gets the problem `code-required`: send it again with a code.
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
         * @description Creates an account without roles and sends a mail to confirm the e-mail address. It does not sign in. With the
         *     `token` of a receipt the address is confirmed at once; a token that is unknown, used, expired or of another address
         *     gives an issue at `/token`.
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
    "/api/v1/identity/auth/credentials/lost-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a lost second factor removed after a wait
         * @description For an owner who has neither a passkey nor a code. All passkeys, the authenticator app and the recovery codes of the
         *     account are removed 72 hours later. Two mails tell the owner; their link "This was not me" stops it, and so does the
         *     use of a factor. A repeated call returns the same time. An account without a second factor is a 409, and so is one
         *     that holds permissions: another administrator has to remove it.
         */
        post: operations["requestSecondFactorRemoval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/credentials/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that somebody else uses your account
         * @description Ends all login sessions of the account, with the token behind "This was not me" in a mail about a new device, a
         *     changed password, a passkey or a second factor. Playback stops. The password stops working, and so do provider
         *     identities that were added since the mail. Passkeys and an authenticator app that are younger than 7 days are frozen:
         *     such a passkey does not sign in; sign-ins still ask for the code of such an app, and neither proves anything else.
         *     Recovery codes of that age stop working. A link to set a new password is mailed,
         *     unless the address of the account has changed since. The token works once, for 7 days. A token that is unknown,
         *     used or expired gives an issue at `/token`.
         */
        post: operations["reportAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/passkeys/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Starts a login session and sets its cookies. A passkey needs the device and its owner, so it counts as two factors
         *     and no code is asked for. Every refusal has the same response.
         */
        post: operations["loginWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/passkeys/login/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Returns what `navigator.credentials.get()` needs. The options name no account: the browser offers the passkeys that
         *     it has for this site. They work once, for 5 minutes. At an address that has no passkeys, such as `127.0.0.1`, the
         *     call is a 409.
         */
        post: operations["createPasskeyLoginOptions"];
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
         *     the server allows, or an address of a native app (such as `ringside://sign-in`), no cookies are set, and
         *     `redirectUrl` receives a `code` for `authenticateWithProvider`. A native app opens this operation with
         *     `redirect=true` in the system browser, and must send a `codeChallenge`.
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
         *     A browser (`Accept: text/html`) never gets a problem here: it is redirected to the sign-in page of this site, with
         *     the `error` `sign_in_expired` in place of the 401, `too_many_attempts` of a 429 and `provider_failed` of any other.
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
    "/api/v1/identity/auth/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove again who you are
         * @description For 10 minutes, this session may call the operations that need a recent proof (`step-up-required`). A sign-in is
         *     such a proof too. Send the password, with a code if the account has an authenticator app, or the answer of a
         *     passkey. A wrong password or code is an issue of its field. An account that has neither password nor passkey signs
         *     in with its provider again: `authorizeProvider` with `fresh=true`. A code alone, in a session that has a recent
         *     proof, proves the second factor.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/auth/step-up/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to prove again who you are
         * @description Returns the ways in which the signed-in user can prove who they are, for `stepUp`. The passkey options work once,
         *     for 5 minutes, and only for this session.
         */
        post: operations["createStepUpOptions"];
        delete?: never;
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
         *     it is replayed within 10 seconds. A client that gets no answer repeats the call with the same `attempt`, and gets
         *     the tokens that were lost. No token outlives its session, which ends 90 days after the sign-in unless the
         *     operator has chosen another time. The calls are not limited: refresh tokens cannot be guessed, and a refusal
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
    "/api/v1/identity/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a user
         * @description Creates an account without a password and mails its address a link, for 7 days, to set one. Whoever sets it proves
         *     the address. Roles and permissions can be given at once: that needs `identity.user:access_update` too, and follows
         *     the rules of `updateUserAccess`. An address that has an account already is a 409.
         */
        post: operations["inviteUser"];
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
        /**
         * Delete your own account
         * @description Deletes the account of the signed-in user. Its login sessions and its playback end at once. Its accesses to events and
         *     blocks, also paid ones, its history, its passkeys and its links to sign-in providers are deleted too. Its orders stay for
         *     the books, without its address and its name.
         *
         *     An account that holds permissions is a 409: an administrator takes them away first, so that the audit log knows.
         */
        delete: operations["deleteOwnAccount"];
        options?: never;
        head?: never;
        /**
         * Change your own account
         * @description Changes only the fields that are sent.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/v1/identity/profile/authenticator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up an authenticator app
         * @description Returns a new secret for an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). Nothing is asked for
         *     at sign-in until `confirmAuthenticator` gets a first code. Another call replaces a secret that is not confirmed
         *     yet. An account that has an authenticator must remove it first: until then, the call is a 409. So is a first second
         *     factor that nobody has allowed (`needsAllowance`).
         */
        post: operations["createAuthenticator"];
        /**
         * Remove the authenticator app
         * @description Sign-ins with the password ask for no code any more. The recovery codes stop working too. The owner is notified by
         *     mail.
         */
        delete: operations["deleteAuthenticator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/profile/authenticator/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish setting up the authenticator app
         * @description Checks a first code of the new secret. From now on, a sign-in with the password needs a code. Returns ten recovery
         *     codes, each of which replaces one code. They are shown only now. The session has now proved a second factor. The
         *     owner is notified by mail. A wrong code is an issue at `/code`. Without a secret that waits for its first code, the
         *     call is a 409.
         */
        post: operations["confirmAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
    "/api/v1/identity/profile/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own passkeys
         * @description Returns the passkeys of the signed-in user. The oldest comes first.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description Stores the passkey that the browser made with the options of `createPasskeyOptions`. The options work once, for
         *     5 minutes, and only for the session that asked for them. A response that does not match them, or that was not made
         *     for this site, is an issue at `/response`. An account has at most 20 passkeys. The owner is notified by mail.
         */
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/profile/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Returns what `navigator.credentials.create()` needs, in the JSON form of WebAuthn level 3. Passkeys belong to the
         *     host of this site: they work at no other address. Without `PUBLIC_URL` the host is `localhost`. At another address,
         *     such as `127.0.0.1`, the call is a 409. So is a call for an account that has 20 passkeys already, and a first second
         *     factor that nobody has allowed (`needsAllowance`).
         */
        post: operations["createPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/profile/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a passkey of the signed-in user.
                 * @example 0199a3c4-0000-7000-8000-000000000071
                 */
                passkeyId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description The passkey no longer signs in. The sessions that it began go on. The owner is notified by mail. The last way to
         *     sign in cannot be removed: without a password and a provider, the last passkey is a 409.
         */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Changes the name by which the owner recognises the passkey.
         */
        patch: operations["updatePasskey"];
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
         *     without a password sends none; for its first password the caller must have proved who they are within the last 10
         *     minutes (`step-up-required`).
         */
        patch: operations["changeOwnPassword"];
        trace?: never;
    };
    "/api/v1/identity/profile/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your preferences
         * @description Returns what the signed-in user has chosen for all devices.
         */
        get: operations["getPreferences"];
        /**
         * Choose your preferences
         * @description Stores what the signed-in user chooses for all devices.
         */
        put: operations["setPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/profile/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new recovery codes
         * @description Returns ten new recovery codes. The old ones stop working. Without an authenticator app, the call is a 409. The
         *     owner is notified by mail.
         */
        post: operations["replaceRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/profile/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your own second factor
         * @description Returns whether the signed-in user has an authenticator app and passkeys, whether this server requires a second
         *     factor of the account, and whether this session has proved one.
         */
        get: operations["getSecondFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sign-in providers as configured
         * @description Returns the sign-in providers with their settings, for administrators: whether each one answers now, how many
         *     accounts use it, and the last sign-in with it. It never contains a secret. The operator configures providers in the
         *     environment of the server.
         */
        get: operations["listConfiguredProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         *     An account may delete itself, if the call confirms it; without `confirm=own-account` it is a 409. So is a
         *     confirmation for the account of somebody else. An account with permissions that the caller lacks is a 403. The
         *     last administrator is a 409.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Changes the names and the phone number of another account, only the fields that are sent. When a name changes and
         *     `name` is not sent, the display name stays as it is. The e-mail address belongs to its owner, who alone can change it. A
         *     user with permissions that the caller lacks is a 403.
         */
        patch: operations["updateUser"];
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
         *     administrator is a 409, and so is a grant to an account that somebody can sign in to while its address is not
         *     confirmed: it may belong to somebody else.
         */
        patch: operations["updateUserAccess"];
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/email-verification": {
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
        /**
         * Confirm the address of a user
         * @description Confirms that the e-mail address belongs to the user, on the word of the caller: the user gets the accesses that
         *     wait for the address. Be sure who the user is, because anybody can register with any address. An address that is
         *     confirmed already is a 409. A user with permissions that the caller lacks is a 403.
         */
        post: operations["verifyUserEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/email-verification/mail": {
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
        /**
         * Mail a user the link that confirms their address
         * @description Sends the user the link that confirms their e-mail address; earlier links stop working. An address that is confirmed
         *     already is a 409.
         */
        post: operations["sendUserVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/invitation": {
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
        /**
         * Invite a user again
         * @description Sends the invitation once more, with a new link for 7 days; the earlier link stops working. A user who has set a
         *     password or confirmed their address needs no invitation: that is a 409.
         */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/login-sessions": {
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
         * List the devices of a user
         * @description Returns the devices on which the user is signed in, the one used last first.
         */
        get: operations["listUserLoginSessions"];
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere
         * @description Ends all login sessions of the user. Their devices are signed out at the next call, and their playback stops. A user
         *     with permissions that the caller lacks is a 403.
         */
        delete: operations["endUserLoginSessions"];
        options?: never;
        head?: never;
        patch?: never;
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
    "/api/v1/identity/users/{userId}/playback-sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
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
         * Stop a device of a user
         * @description Ends a playback session of another user, for example of a device that they cannot reach. Its playback stops within
         *     seconds. A session that has ended already, or that belongs to somebody else, is a 404.
         */
        delete: operations["endUserPlaybackSession"];
        options?: never;
        head?: never;
        patch?: never;
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
    "/api/v1/identity/users/{userId}/second-factor": {
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
         * Remove the passkeys and the authenticator app of a user
         * @description For a user who has lost the phone and the recovery codes. Removes all passkeys, the authenticator app and the
         *     recovery codes, and ends all login sessions of the account. The password stays. The owner is notified by mail, and may
         *     set up a new one within 24 hours.
         *     A user with permissions that the caller lacks is a 403, the own account a 409.
         */
        delete: operations["deleteUserSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/second-factor/allowance": {
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
        /**
         * Allow a user to set up the first second factor
         * @description For 24 hours, the user may set up a passkey or an authenticator app, although the server requires a second factor of
         *     them and they have none. A new invitation allows it too. The user is notified by mail. A user with permissions that
         *     the caller lacks is a 403; the own account, and a user who has a second factor, a 409.
         */
        post: operations["allowUserSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/users/{userId}/sign-in-ways": {
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
         * Get the ways in which a user can sign in
         * @description Returns whether the account has a password, its passkeys, its authenticator app and its identities at sign-in
         *     providers, so that an administrator sees what a removal would remove.
         */
        get: operations["getUserSignInWays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/competition-facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the years and cities of competitions
         * @description Counts the public events that `listCompetitions` finds with the same `q` and `filter`: by year, by city, and those
         *     that are free. A page offers these filters and no empty ones.
         */
        get: operations["getCompetitionFacets"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Returns a page of the public events. Without `order`, the earliest comes first. With `q` and without `order`, those
         *     that have not ended come first, the soonest at the top, then the others, the latest at the top.
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
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * Get a competition
         * @description Returns one public or hidden event with its blocks and live streams. A draft is a 404. The query can leave the
         *     blocks out, or their live streams.
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
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
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
    "/api/v1/kickboxing/competitions/{competitionId}/bouts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * List the bouts of a competition
         * @description Returns the whole card in the order of its blocks, the main event of each block last. Nothing of it depends on a result of this
         *     competition: the records are those before it.
         */
        get: operations["listCompetitionBouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/competitions/{competitionId}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * Get a competition for a calendar
         * @description Returns one public event as an iCalendar file (RFC 5545). Its `UID` is the id of the competition and its `SEQUENCE`
         *     grows with each change, so a calendar that has the event replaces it. Times are in UTC. A hidden event is a 404 like a
         *     draft: a calendar is often shared.
         */
        get: operations["getCompetitionCalendar"];
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
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
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
         *
         *     The URL opens playlists, and each request with it checks the session and the right to watch. Segments have URLs
         *     of their own, which live for two minutes at most: a live playlist lists them, a replay redirects to them.
         *
         *     A stream whose encoder has not come yet is refused with 409, before a playback session starts: waiting takes the
         *     place of no device. `broadcast` of the stream says when to ask.
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
    "/api/v1/kickboxing/competitions/{competitionId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * Follow a competition
         * @description A stream of server-sent events; see *Event streams*. It begins with one event of each type, which hold the
         *     present state, and sends an event again when its state changes:
         *
         *     - `competition`: the status, the dates, and the schedule of the blocks;
         *     - `streams`: the live streams of each block, and the stream to show first;
         *     - `banner`: the line of text that the organiser shows to viewers now;
         *     - `card`: the bouts that are on and over, and when the others are expected;
         *     - `gone`: the competition is a draft again or was deleted. The stream ends.
         */
        get: operations["streamCompetition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/fighters/{fighterId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a fighter; after a merge, the old ones too.
                 * @example noor-haddad
                 */
                fighterId: components["parameters"]["FighterIdOrSlug"];
            };
            cookie?: never;
        };
        /**
         * Get a fighter as viewers see them
         * @description Returns a fighter with their bouts on public events, the latest first, at most 200. Nothing of it depends on a result, and `record`
         *     is that before Ringside. A fighter who is on no card that viewers can open is a 404.
         */
        get: operations["getFighterProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/competitions/{competitionId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * Get the results of a competition
         * @description Returns the official results in the order of the card, of each bout the newest. A bout with a result is never deleted. Caches may
         *     keep the answer for ten seconds; with `If-None-Match` it is a 304 while nothing has changed.
         */
        get: operations["getCompetitionResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/fighters/{fighterId}/record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a fighter; after a merge, the old ones too.
                 * @example noor-haddad
                 */
                fighterId: components["parameters"]["FighterIdOrSlug"];
            };
            cookie?: never;
        };
        /**
         * Get the record of a fighter
         * @description Returns the record before Ringside and the record with all official results after its day. Wins by `ko` and `tko` with its kinds
         *     are knockouts; a `walkover` counts as nothing. Caches may keep the answer for ten seconds; with `If-None-Match` it is a 304 while
         *     nothing has changed.
         */
        get: operations["getFighterRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kickboxing/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search fighters, bouts and competitions
         * @description Finds fighters by name, nickname and gym, bouts by their fighters, and competitions by name and place. Each word must be a part
         *     of them, whatever its case and the marks on letters. Where a group has nothing for the words as they are, it has what is
         *     spelled alike: `hadad` finds Haddad. Without words it suggests a fighter, a bout and a competition that come next. Nothing
         *     of the answer, nor its order, depends on a result.
         */
        get: operations["searchKickboxing"];
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
         *     A portrait is cropped to 4:5 at its sides or its lower edge, and encoded in three widths and three squares.
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
         * @description Deletes a picture and its files. Copies in browsers and caches remain. While an event or a fighter uses the picture,
         *     the response is a 409 that names it.
         */
        delete: operations["deleteImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/cloudflare-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a message of Cloudflare Stream
         * @description Only Cloudflare Stream calls this, when it is the video provider. The signature is checked over the raw body. A
         *     message only makes the server ask what became of its live inputs, so a repeated or late one has no further effect.
         */
        post: operations["handleCloudflareWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/mux-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of Mux
         * @description Only Mux calls this, when it is the video provider. The signature is checked over the raw body. An event only makes
         *     the server ask Mux what became of its live streams, so a repeated or late event has no further effect.
         */
        post: operations["handleMuxWebhook"];
        delete?: never;
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
         *     devices, the oldest of those sessions ends, unless `atLimit` or `inPlaceOf` say otherwise.
         *
         *     With `competitionId`, a client can start before it knows the competition: without a picture to play, the answer is
         *     409, and nothing starts or ends.
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
    "/api/v1/playback/sessions/{sessionId}/leave": {
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
         * Leave, and maybe come back
         * @description For the moment at which a page closes or is loaded anew. The session keeps its place for 10 more seconds, so that the same
         *     device can start again in it (`createPlaybackSession`), and then expires. A ping within that time keeps it alive.
         *     A session that has ended already, or that belongs to another device, is a 404.
         */
        post: operations["leavePlaybackSession"];
        delete?: never;
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
         *
         *     While a recording plays, the call may also keep its position: see *history*.
         */
        post: operations["pingPlaybackSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/playback/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a watch page
         * @description Answers in one call what a watch page needs to show its first picture: the competition, a playback session that plays
         *     the stream which the page shows first, its signed URL, the texts of the first playlists, and the files to fetch first.
         *
         *     It refuses as `getLiveStreamSignedUrl` and `createPlaybackSession` do. A refused call starts and ends nothing.
         */
        post: operations["createWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what you have watched
         * @description Returns a page of the streams that the signed-in user has watched, the newest first.
         */
        get: operations["listViewings"];
        put?: never;
        post?: never;
        /**
         * Clear your history
         * @description Removes everything that the signed-in user has watched, with the positions at which they stopped. For ten minutes,
         *     `restoreViewings` brings it back; then it is deleted.
         */
        delete: operations["deleteViewings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what you can continue
         * @description Returns the recordings that the signed-in user has begun and not watched to the end, the newest first, at most 12 and one
         *     for each block. A recording that they may not watch now is missing.
         */
        get: operations["listViewingsToContinue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo clearing your history
         * @description Brings back what `deleteViewings` has removed the last time, with the positions. What was watched again meanwhile stays as
         *     it is. After ten minutes there is nothing to bring back, which is a 404.
         */
        post: operations["restoreViewings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history/{liveStreamId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a stream that the user has watched.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["ViewedStreamId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove one stream from your history
         * @description Removes what the signed-in user has watched of one stream, with the position at which they stopped. For ten minutes,
         *     `restoreViewing` brings it back; then it is deleted.
         */
        delete: operations["deleteViewing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history/{liveStreamId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a stream that the user has watched.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["ViewedStreamId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo removing one stream from your history
         * @description Brings back what `deleteViewing` has removed, with the position. After ten minutes, and when the stream was watched again
         *     meanwhile, there is nothing to bring back, which is a 404.
         */
        post: operations["restoreViewing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history/{liveStreamId}/position": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a stream that the user has watched.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["ViewedStreamId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Keep where you stopped
         * @description Keeps the position in a recording, for the moment at which a device pauses or leaves. While it plays, the ping of the
         *     playback session keeps it. At its end, send 0. A stream that the user has not watched, or has removed from their history,
         *     is a 404.
         */
        put: operations["updateViewingPosition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your reminders
         * @description Returns a page of the competitions that the signed-in user asked to be reminded of, the next one first. A competition that
         *     is over, or that was taken back, is missing.
         */
        get: operations["listReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/bouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the bouts that you wait for
         * @description Returns a page of the bouts of which the signed-in user wants to be told, in the order of their competitions and cards. Those of
         *     a competition that is over, or that was taken back, are missing.
         */
        get: operations["listBoutReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/competitions/{competitionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * Ask whether you are reminded of a competition
         * @description Says whether the signed-in user asked to be reminded of the competition.
         */
        get: operations["getReminder"];
        /**
         * Be reminded of a competition
         * @description Sets the reminder of the signed-in user. Setting it again changes nothing. An hour before the competition begins, one mail
         *     goes to the confirmed address of the account. A reminder that is set in the last 75 minutes comes 10 minutes before. If
         *     the beginning moves by 30 minutes or more after the mail, another mail is due. A competition that has begun is a 409.
         */
        put: operations["setReminder"];
        post?: never;
        /**
         * No longer be reminded of a competition
         * @description Removes the reminder of the signed-in user. Removing it again changes nothing.
         */
        delete: operations["deleteReminder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/competitions/{competitionId}/bouts/{boutId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
                /**
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Be told when a bout is next
         * @description The signed-in user is told once when the bout is next: when the bout before it goes into its last planned round or ends; the first
         *     one of a block not earlier than ten minutes before its planned start. If the bout is cancelled or gets another fighter, that is told too.
         *     Messages come to the devices of `setReminderPush`, and by mail where `setReminderSettings` says so. Setting it again changes
         *     nothing. A bout that has begun, is cancelled or is over is a 409.
         */
        put: operations["setBoutReminder"];
        post?: never;
        /**
         * No longer be told of a bout
         * @description The signed-in user is not told of the bout any more. Removing it again changes nothing.
         */
        delete: operations["deleteBoutReminder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get whether this device shows reminders
         * @description Returns the key with which a browser subscribes to push messages (RFC 8292), the services by which apps get them, and the
         *     address or the token that this device gave. A device is a login session. What a browser knows of its own subscription may
         *     differ: it was taken back there, or made for another key.
         */
        get: operations["getReminderPush"];
        /**
         * Show reminders on this device
         * @description Stores the push subscription of this device, in place of the one that it gave before. Setting it again changes nothing. From
         *     then on each reminder also comes as a push message, encrypted for this device (RFC 8291). The address must be `https`, on the
         *     standard port of a public host. A user has ten devices at most: an eleventh takes the place of the one that was set first.
         *     The subscription ends with the login session, and when the push service says that it is gone.
         *     A browser may renew its subscription while no page is open. Its service worker stores the new one, if `getReminderPush` has the
         *     address of an old one.
         */
        put: operations["setReminderPush"];
        post?: never;
        /**
         * No longer show reminders on this device
         * @description Removes the push subscription or the token of this device, and the messages that wait for it. Removing it again changes
         *     nothing.
         */
        delete: operations["deleteReminderPush"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/push/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Show reminders in this app
         * @description Stores the token with which Apple's or Google's push service knows this installation of the native app, in place of what this
         *     device gave before. Setting it again changes nothing. From then on each reminder also comes as a notification of the system.
         *     A token belongs to the login session that gave it last: the next account that signs in on the same phone and gives it takes it, without
         *     the messages that waited. It ends with the login session, and when the service says that the app is gone. It counts as one of
         *     the ten devices of the user. A service that `getReminderPush` does not name in `appServices` is a 409. Only a bearer token
         *     authorises it.
         */
        put: operations["setReminderAppPush"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how you are reminded
         * @description Returns whether reminders of the signed-in user come by mail, and whether a mail can reach them.
         */
        get: operations["getReminderSettings"];
        /**
         * Choose how you are reminded
         * @description Switches the mails of all reminders of the signed-in user on or off. The reminders themselves stay.
         */
        put: operations["setReminderSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop reminder mails by the link of one
         * @description Switches the mails of all reminders off, without a sign-in. Mail programs call it by `List-Unsubscribe` (RFC 8058), and the
         *     page behind the link in the mail does when its reader presses the button. The token is in each reminder mail. It can do
         *     nothing else, does not expire, and stops working when the address of the account changes. Calling it again changes nothing.
         */
        post: operations["stopReminderMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings
         * @description Returns the settings of the platform.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings
         * @description Changes only the fields that are sent. Visitors see a change within a minute.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/v1/settings/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test mail to yourself
         * @description Sends a mail to the address of the caller. `getSystemState` reports if it could not be sent.
         */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the system
         * @description Returns what runs behind the platform, what is missing, and what failed last: database, video, mail, storage, payment
         *     and sign-in providers; the version, the age of the last backup, and whether the clean-up runs. It never contains a secret.
         */
        get: operations["getSystemState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what every page shows of the site
         * @description Returns the name of the site and the links of its footer. Needs no sign-in. Caches may keep it for a minute;
         *     with `If-None-Match` the answer is a 304 while nothing has changed.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
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
         *     has confirmed this e-mail address gets the access. A second call for the same address and price returns the same
         *     payment page while it can be used, but only to the account or the browser that opened it (`Checkout-Key`).
         *
         *     A signed-in user who buys for their own address what they have for good already gets an `already-owned`, and
         *     what they have paid from this account or this browser and disputed a `payment-disputed`. An access that ends is no
         *     reason not to buy, nor is a payment that takes days: what arrives second is refunded. Methods of payment that take
         *     days are not offered for what begins within 14 days, and not a second time. Without a sign-in, and for another address, the answer never tells what an address has
         *     bought: the payment page opens, and what is paid a second time is refunded in full.
         */
        post: operations["buyProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/checkouts/{checkoutId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The value that the payment page added to `successUrl`.
                 * @example cs_test_RotterdamRumble7
                 */
                checkoutId: string;
            };
            cookie?: never;
        };
        /**
         * Get the state of a payment page
         * @description For the page that the buyer returns to. While the status is `unlocking`, the server asks the payment provider, and
         *     the page asks again after a second. Only the account or the browser that opened the payment page (`Checkout-Key`) and
         *     the account that the order belongs to get an answer; for anybody else who has the link it is a 404. The answer names
         *     no buyer and no address.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/checkouts/{checkoutId}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The value that the payment page added to `successUrl`.
                 * @example cs_test_RotterdamRumble7
                 */
                checkoutId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what was paid for your account
         * @description Gives a paid order that belongs to no account yet to the signed-in account, confirmed or not, with its access. Only
         *     the browser (`Checkout-Key`) or the account that opened the payment page may; for anybody else it is a 404. If it
         *     was paid with another address, the order has that of the account from then on, and both addresses get a mail. What
         *     belongs to the account already is a 204. What belongs to another account, or is not paid, is a 409.
         */
        post: operations["claimCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/compensations/{compensationId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a compensation.
                 * @example 0199a3c4-0007-7000-8000-00000000dc01
                 */
                compensationId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try failed parts of a compensation again
         * @description Tries again for everybody for whom the compensation has failed. Nobody gets it twice. Without a failure nothing happens.
         */
        post: operations["retryCompensation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/offers/{competitionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        /**
         * List what a competition sells
         * @description Returns the offer of the whole event and one for each block that needs an access: price, what it opens, and what
         *     the buy button says. A draft is a 404.
         */
        get: operations["listOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Returns a page of the orders of all buyers, with their refunds and disputes. `filter` selects those of an event or of
         *     a user. Without `order`, the newest comes first.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/orders/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export orders as CSV
         * @description Returns all orders that `listOrders` finds with the same `filter`, the oldest first, one row for each order. Amounts
         *     are decimal numbers of the currency. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return is
         *     escaped with an apostrophe, because a spreadsheet would read it as a formula.
         */
        get: operations["exportOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /**
         * Get an order
         * @description Returns one order with its refunds and disputes.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/orders/{orderId}/buyer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Move an order to another address
         * @description For a buyer who has mistyped the address. The access moves along: it ends at once for the old address, also for
         *     somebody who is watching, and belongs to the account that has confirmed the new one, or waits for it. Both addresses
         *     get a mail. An order that is not paid, refunded, disputed or revoked, one for which a compensation was given, and a
         *     new address whose buyer has all of it already are a 409. An order that has the new address already stays as it is.
         */
        put: operations["moveOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/orders/{orderId}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the receipt of an order again
         * @description Mails the receipt to the address of the account that the order belongs to, or to the address that the order was
         *     made for while no account has confirmed it. An order that opens nothing now, because it is not paid, refunded in full,
         *     revoked or disputed, is a 409, and so is one whose account was deleted.
         */
        post: operations["resendReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/orders/{orderId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order
         * @description Gives the money back, in full or in part. Refunds in part add up. An order that is refunded in full loses its
         *     access at once: playback that depends on it ends at the next ping. A refund with the reason `not-watchable` never ends
         *     it. The refund is stored first and then sent to the payment provider; while that
         *     does not answer, the server repeats it. The same `key` refunds once. A 409 says that the order is not paid, that
         *     less is left than `amount`, or that somebody else refunded meanwhile (`refundedAmount`). A part that the currency cannot
         *     pay is a 400. What a bank decides about is not left; during an open
         *     dispute of all of it a refund is a `payment-disputed`, because the bank may give the money back too. Who has refunded ten
         *     other orders within 24 hours needs a recent proof.
         */
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/orders/{orderId}/revocation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Revoke a free order
         * @description Takes back an order that cost nothing. Its access ends at once: playback that depends on it ends at the next ping. An
         *     order that cost money is a 409, because it is refunded. What is revoked already stays so. The buyer gets a mail, and
         *     cannot take the same again for nothing.
         */
        put: operations["revokeOrder"];
        post?: never;
        /**
         * Give a revoked order back
         * @description Undoes the revocation of a free order. Its access is back at once, with the dates that it had, and the buyer gets a mail.
         */
        delete: operations["restoreOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/outages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the outages of an event
         * @description Returns when the paid blocks of an event could not be watched within their time: when no live stream of the block
         *     was active, or when active ones could not be played. Outages shorter than `leastSeconds` are left out; two of one block
         *     with less than a minute between them are one. The newest comes first.
         */
        get: operations["listOutages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/outages/{outageId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        /**
         * Get an outage
         * @description Returns one outage with its compensations and how far they are.
         */
        get: operations["getOutage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/outages/{outageId}/compensations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compensate for an outage
         * @description Gives a remedy to everybody who was affected and has got nothing yet, each exactly once, with a mail. What each gets is
         *     fixed now; the server then gives it one by one. The same `key` gives once. A 409 says that the outage goes on, that
         *     nobody would get anything, or that the preview with this `tag` is outdated, for example because somebody else was faster.
         *     Money or credit for more than ten people needs a recent proof.
         */
        post: operations["createCompensation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/outages/{outageId}/compensations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        /**
         * Preview a compensation
         * @description Returns what everybody would get who was affected and has got nothing yet. Nothing is stored. `createCompensation`
         *     takes the `tag` of the answer.
         */
        get: operations["previewCompensation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/outages/{outageId}/people": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        /**
         * List who was affected by an outage
         * @description Returns the people who had a paid order for the block and either watched when it broke or tried to watch while it
         *     lasted, with how long they were kept from watching and what they got for it. First come those for whom something failed,
         *     then those who have got nothing yet.
         */
        get: operations["listAffectedPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the prices of the payment provider
         * @description Returns the prices as the payment provider has them now, to pick one for an event or a block: those that are
         *     active and paid once, of active products. The server reads at most 1,000 of them.
         */
        get: operations["listPrices"];
        put?: never;
        /**
         * Create a price
         * @description Creates a product with one price at the payment provider. A price never changes; a new amount is a new price. Give
         *     the event or the block its id to sell it.
         */
        post: operations["createPrice"];
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
         * @description Returns the price of an event or a block that viewers can open. The response may be cached for an hour. While the
         *     payment provider does not answer, the last known price is returned.
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
    "/api/v1/shop/prices/{stripePriceId}/items": {
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
         * List what a price opens
         * @description Returns every event and block that has this price, with what decides whether it is sold. A draft is part of it only
         *     when it is published, and then for later buyers.
         */
        get: operations["listPriceItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Sell several events by one price
         * @description Gives this price to events and blocks and takes it from others, as a whole or not at all. What gets it names the price
         *     that the caller has seen there (`stripePriceId`). If that is another one now, or if what loses the price does not have
         *     it any more, the answer is a 409. What was bought before stays as it was bought.
         */
        patch: operations["updatePriceItems"];
        trace?: never;
    };
    "/api/v1/shop/promotion-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the promotion codes
         * @description Returns the promotion codes of the payment provider with their uses, also those that were made there. While the
         *     provider does not answer, the last known ones are returned with `isStale`. The server reads at most 1,000 of them.
         */
        get: operations["listPromotionCodes"];
        put?: never;
        /**
         * Create a promotion code
         * @description Creates a promotion code at the payment provider. Buyers enter it on the payment page, or a link to a competition
         *     carries it (`?promotion=`). What it takes off never changes; it can be switched off. A 409 says that an active code
         *     is written like this already.
         */
        post: operations["createPromotionCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shop/promotion-codes/{promotionCodeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the promotion code at the payment provider.
                 * @example promo_EarlyBird
                 */
                promotionCodeId: string;
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
         * Switch a promotion code on or off
         * @description A code that is off can no longer be used, also on payment pages that are open. What was paid with it stays paid. A
         *     409 says that it cannot be switched on: it is used up or has expired, or another active code is written like it.
         */
        patch: operations["updatePromotionCode"];
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
         * @description Returns a page of the orders of the signed-in user, newest first. An order of which nothing is paid is among them only
         *     if this account or this browser (`Checkout-Key`) opened it, and its payment page is open or its payment was on its way.
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
    "/api/v1/shop/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sales
         * @description Returns revenue, refunds and buyers, for each currency and each day, of one event or of all. An order that opens
         *     several events counts for each of them in full; `shared` says how much that is. Without `eventId` it counts once.
         */
        get: operations["getSales"];
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
         *     once. The response is a 204 after the event was stored. A payment for an order of this platform that it does not
         *     know, after a backup was restored, is a 400, so that the provider sends it again. So is an event of the
         *     other mode (`livemode`) or of a connected account, and a payment of another sum than the price, which opens nothing.
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
        ProblemType: "/problems/validation-error" | "/problems/unauthorized" | "/problems/invalid-credentials" | "/problems/code-required" | "/problems/invalid-code" | "/problems/forbidden" | "/problems/second-factor-required" | "/problems/step-up-required" | "/problems/fresh-second-factor-required" | "/problems/csrf-verification-failed" | "/problems/stream-inactive" | "/problems/access-required" | "/problems/access-not-started" | "/problems/access-ended" | "/problems/device-limit" | "/problems/playback-shared" | "/problems/two-devices-watch" | "/problems/invalid-media-token" | "/problems/not-found" | "/problems/playback-ended-by-device-limit" | "/problems/playback-ended-by-replacement" | "/problems/playback-ended-by-expiry" | "/problems/playback-ended-by-stop" | "/problems/playback-ended-by-access" | "/problems/playback-ended-by-shared" | "/problems/request-timeout" | "/problems/conflict" | "/problems/broadcast-not-started" | "/problems/nothing-recorded" | "/problems/already-owned" | "/problems/payment-disputed" | "/problems/payment-refused" | "/problems/not-on-sale" | "/problems/precondition-failed" | "/problems/payload-too-large" | "/problems/unsupported-media-type" | "/problems/range-not-satisfiable" | "/problems/too-many-requests" | "/problems/work-required" | "/problems/request-headers-too-large" | "/problems/internal-server-error" | "/problems/service-unavailable";
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
            /**
             * Format: date-time
             * @description The start of the sale of that price; null means at once.
             */
            saleStartDate: string | null;
            /**
             * Format: date-time
             * @description The end of the sale of that price; null means never.
             */
            saleEndDate: string | null;
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
            /**
             * Format: date-time
             * @description The start of the sale of that price; null means at once.
             */
            saleStartDate: string | null;
            /**
             * Format: date-time
             * @description The end of the sale of that price; null means never.
             */
            saleEndDate: string | null;
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
            /** @description The faults of the request; of a JSON body 100 at most. */
            issues: components["schemas"]["Issue"][];
        };
        /** @description A name of 1 to 255 characters, at least one of which can be seen. It is trimmed first. */
        Name: string;
        /** @description The name of the event in URLs, unique among all events: lowercase letters, digits and hyphens. */
        EventSlug: string;
        /** @description A text of at most 255 characters, or null for none. It is trimmed. */
        NullableText255: string | null;
        /**
         * @description Markdown, or null for none: CommonMark with tables and ~~strikethrough~~. Raw HTML is never rendered. A text is quick
         *     to show on every device, so it has limits. It has at most 20,000 characters, at most 3,000 of the marks
         *     ``* _ ~ ` [ ] < > & | @ \\`` and `://`, at most 24 images, and at most 3,000 cells in all its tables together. Quotes,
         *     list items and spaces take at most 40 columns before the words of a line.
         */
        Markdown: string | null;
        /**
         * Format: timezone
         * @description A known IANA time zone. A former name, such as Asia/Calcutta, is stored as the present one.
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
        /**
         * Format: date-time
         * @description An ISO 8601 date-time with an offset, as in RFC 3339, or null for none. The year is 1 to 9999, seconds have
         *     at most six decimal places, and leap seconds are not allowed.
         */
        NullableDateTime: string | null;
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
            /** @description The start of the sale of that price; null means at once. */
            saleStartDate?: components["schemas"]["NullableDateTime"];
            /** @description The end of the sale of that price, not before its start; null means never. */
            saleEndDate?: components["schemas"]["NullableDateTime"];
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
        /**
         * @description `waiting`: no account has confirmed the e-mail address of the access yet. The others belong to a user: the access is
         *     `current`, has not started (`future`) or has ended (`past`).
         * @enum {string}
         */
        AccessState: "waiting" | "current" | "future" | "past";
        /** @description Conditions on the state of an access at the time of the answer. */
        AccessStateCondition: {
            /** @description equal to */
            eq?: components["schemas"]["AccessState"];
            /** @description not equal to */
            ne?: components["schemas"]["AccessState"];
        };
        /** @description Selects accesses. */
        AccessFilter: {
            /** @description The id of the event. */
            eventId?: components["schemas"]["IdCondition"];
            /** @description The id of the block; null means the whole event. */
            blockId?: components["schemas"]["IdCondition"];
            /** @description The id of the user; null while the access waits. */
            userId?: components["schemas"]["IdCondition"];
            /** @description The name of the event. */
            "event.name"?: components["schemas"]["TextCondition"];
            /** @description The name of the user. */
            "user.name"?: components["schemas"]["TextCondition"];
            /** @description The e-mail address of the user, or the one that the access waits for. */
            email?: components["schemas"]["TextCondition"];
            /** @description The state at the time of the answer. */
            state?: components["schemas"]["AccessStateCondition"];
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
        /** @description The event of an access. */
        AccessEvent: {
            /** @description The name of the event. */
            name: string;
            /** @description The slug of the event. */
            slug: string;
        };
        /** @description The block of an access. */
        AccessBlock: {
            /** @description The name of the block. */
            name: string;
        } | null;
        /** @description The user who has the access. */
        AccessUser: {
            /** @description The name of the user. */
            name: string;
            /** @description The e-mail address of the user. */
            email: string;
        } | null;
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
            /** @description The name and the slug of the event, for lists. */
            event: components["schemas"]["AccessEvent"];
            /**
             * Format: uuid
             * @description The id of the block; null means the whole event.
             */
            blockId: string | null;
            /** @description The name of the block, for lists; null means the whole event. */
            block: components["schemas"]["AccessBlock"];
            /**
             * Format: uuid
             * @description The id of the user who may watch; null while the access waits.
             */
            userId: string | null;
            /** @description The name and the e-mail address of that user, for lists; null while the access waits. */
            user: components["schemas"]["AccessUser"];
            /** @description The e-mail address that the access waits for. The account that confirms it gets the access; from then on this is null. */
            email: string | null;
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
            /** @description The state at the time of the answer. */
            state: components["schemas"]["AccessState"];
            /** @description Whether the access was bought. A paid access can be shortened but not deleted. */
            isPaid: boolean;
            /** @description Whether it was given for nothing, for example to the press. It has an end, and is counted apart from sales. */
            isComplimentary: boolean;
            /** @description Why it was given. Only organisers see it. */
            note: string | null;
        };
        /** @description A page of accesses. */
        AccessList: {
            /** @description The accesses of this page. */
            data: components["schemas"]["Access"][];
            /** @description The number of accesses that match the filter. */
            total: number;
        };
        /** @description Why the access is given. Only organisers see it. It is trimmed. */
        AccessNote: string;
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
            /** @description Whether it is given for nothing. Then it needs an end and a note; and the person gets a mail. */
            isComplimentary?: boolean;
            note?: components["schemas"]["AccessNote"];
        };
        /**
         * Format: email
         * @description An e-mail address. It is trimmed and lowercased, and an international domain becomes punycode.
         */
        Email: string;
        /** @description An account. */
        ExplainedUser: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            id: string;
            /** @description The name of the user. */
            name: string;
            /** @description The e-mail address of the user. */
            email: string;
            /** @description Whether the address is confirmed. */
            emailVerified: boolean;
            /**
             * Format: date-time
             * @description The time of an invitation that is not accepted yet.
             */
            invitedAt: string | null;
            /**
             * Format: date-time
             * @description The time when the account was created.
             */
            createdAt: string;
        } | null;
        /** @description The event. */
        ExplainedEvent: {
            /**
             * Format: uuid
             * @description The id of the event.
             */
            id: string;
            /** @description The name of the event. */
            name: string;
            /** @description The slug of the event. */
            slug: string;
            /** @description Viewers cannot open a draft. */
            status: components["schemas"]["EventStatus"];
            /** @description The IANA time zone of the event. */
            timezone: string;
        };
        /** @description The block. */
        ExplainedBlock: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            id: string;
            /** @description The name of the block. */
            name: string;
            /** @description The slug of the block. */
            slug: string;
            /**
             * Format: date-time
             * @description The start of the block.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end of the block.
             */
            endDate: string;
            /** @description Whether a viewer needs an access. */
            paymentRequired: boolean;
            /** @description The number of active live streams. */
            activeStreams: number;
            /** @description The number of live streams. */
            liveStreams: number;
        };
        /**
         * @description They may watch: `free-block` (no access is needed), `access-open`, `permission` (they organise events), `may-watch` (`permission`,
         *     for callers without `identity.user:access_read`). They may not:
         *     `account-unknown`, `event-draft`, `access-waiting` (an access waits until they confirm their address),
         *     `access-required`, `access-not-started`, `access-ended`, `stream-missing` (the block has no live stream),
         *     `stream-inactive`.
         * @enum {string}
         */
        WatchRule: "free-block" | "access-open" | "permission" | "may-watch" | "account-unknown" | "event-draft" | "access-waiting" | "access-required" | "access-not-started" | "access-ended" | "stream-missing" | "stream-inactive";
        /** @description The window of an access. */
        ExplainedWindow: {
            /**
             * Format: uuid
             * @description The id of the access.
             */
            accessId: string;
            /**
             * Format: date-time
             * @description The start.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end; null means never.
             */
            endDate: string | null;
        } | null;
        /** @description Something that may keep a person from watching although the rule lets them. */
        WatchHint: {
            /**
             * @description `address-unconfirmed`: their address is not confirmed. `signed-out`: they are signed in nowhere. `device-ended`: a
             *     device was stopped lately and plays again when its viewer presses Reload. `two-devices`: two devices watch now, so a
             *     third stops the first.
             * @enum {string}
             */
            code: "address-unconfirmed" | "signed-out" | "device-ended" | "two-devices";
            /** @description The same in words. */
            detail: string;
        };
        /** @description Something that the caller can do now. */
        WatchMend: {
            /**
             * @description The operation behind each: `grant-access` createAccess, `extend-access` updateAccess, `end-playback-session`
             *     endUserPlaybackSession, `resend-verification` sendUserVerification, `confirm-address` verifyUserEmail,
             *     `invite-user` inviteUser, `resend-invitation` resendInvitation, `activate-stream` updateLiveStream,
             *     `publish-event` updateEvent.
             * @enum {string}
             */
            code: "grant-access" | "extend-access" | "end-playback-session" | "resend-verification" | "confirm-address" | "invite-user" | "resend-invitation" | "activate-stream" | "publish-event";
            /**
             * Format: uuid
             * @description The access, playback session, user, live stream or event that it changes, if there is one.
             */
            targetId: string | null;
            /** @description The same in words. */
            detail: string;
        };
        /** @description Something that happened or will happen. */
        TimelineEntry: {
            /**
             * @description `access`: the window of an access. `access-change`: somebody granted, changed or revoked an access. `order`: a
             *     purchase of any event. `refund`, `dispute`: of an order. `block`: the window of the block. `playback-session`: a device that watched.
             *     `sign-in`: a device that signed in. `mail`: a mail to the address.
             * @enum {string}
             */
            kind: "access" | "access-change" | "order" | "refund" | "dispute" | "block" | "playback-session" | "sign-in" | "mail";
            /**
             * Format: uuid
             * @description The id of the access, order, block, session or mail.
             */
            id: string | null;
            /**
             * Format: uuid
             * @description The order of an order, refund or dispute, for callers with `order:read`; otherwise null.
             */
            orderId: string | null;
            /**
             * Format: date-time
             * @description The time. A window or a session has its start here.
             */
            at: string;
            /**
             * Format: date-time
             * @description A window or a session has its end here, an order the time of its payment, a mail the time when it was sent. Null before that.
             */
            until: string | null;
            /**
             * @description Windows: `waiting`, `current`, `future`, `past`. Devices: `live`, `ended`. Mails: `queued`, `sent`, `given-up`.
             *     Changes: `done`. Orders: as in the list of orders. Refunds: `pending`, `succeeded`, `failed`, `canceled`. Disputes:
             *     `inquiry`, `open`, `won`, `lost`.
             * @enum {string}
             */
            state: "waiting" | "current" | "future" | "past" | "live" | "ended" | "queued" | "sent" | "given-up" | "done" | "pending" | "paid" | "refunded" | "disputed" | "expired" | "revoked" | "succeeded" | "failed" | "canceled" | "inquiry" | "open" | "won" | "lost";
            /** @description What it is in words; amounts only for callers with `order:read`. */
            detail: string;
            /** @description Why a playback session ended; otherwise null. */
            reason: ("device-limit" | "replacement" | "expiry" | "stop" | "access" | "shared") | null;
            /** @description The device. */
            deviceName: string | null;
            /** @description Who made the change. */
            actorName: string | null;
        };
        /** @description Why a person can or cannot watch a block now. */
        WatchExplanation: {
            /**
             * Format: date-time
             * @description The moment that the answer is about.
             */
            at: string;
            /** @description The account; null if no account has the address. */
            user: components["schemas"]["ExplainedUser"];
            /** @description The address of the account, or the one that was asked about. */
            email: string;
            /** @description The event. */
            event: components["schemas"]["ExplainedEvent"];
            /** @description The block. */
            block: components["schemas"]["ExplainedBlock"];
            /** @description Whether they may watch at this moment. */
            canWatch: boolean;
            /** @description The rule that decides. */
            rule: components["schemas"]["WatchRule"];
            /** @description The rule in words. */
            detail: string;
            /** @description The access that counts: the open one that ends last, else the next to start, else the last to end. */
            window: components["schemas"]["ExplainedWindow"];
            /** @description What else may keep them from watching. */
            hints: components["schemas"]["WatchHint"][];
            /** @description What the caller can do about it. */
            mends: components["schemas"]["WatchMend"][];
            /** @description What happened and will happen, the newest first. */
            timeline: components["schemas"]["TimelineEntry"][];
            /** @description Whether older entries are left out. */
            hasMore: boolean;
        };
        /** @description One row. Every cell is text. An empty cell counts as left out. */
        AccessCsvRow: {
            /** @description The e-mail address of the user who may watch. Without an account that has confirmed it the access waits for one. */
            email?: components["schemas"]["Email"];
            /** @description The id of the user who may watch, instead of the e-mail address. It counts at once, confirmed or not. */
            userId?: components["schemas"]["Uuid"];
            /** @description The export writes `yes` for an access that waits. The import ignores it. */
            waiting?: string;
            /** @description The id of the event. */
            eventId: components["schemas"]["Uuid"];
            /** @description The id of the block; empty means the whole event. */
            blockId?: components["schemas"]["Uuid"];
            /** @description The start of the access. */
            startDate: components["schemas"]["DateTime"];
            /** @description The end of the access; empty means never. */
            endDate?: components["schemas"]["DateTime"];
            /**
             * @description `yes` for an access that is given for nothing. It needs `endDate` and `note`.
             * @constant
             */
            complimentary?: "yes";
            note?: components["schemas"]["AccessNote"];
        };
        /**
         * @description CSV (RFC 4180) in UTF-8, with or without a byte order mark, of at most 10,000 rows, 10,000 blank rows
         *     and 4 MB. The first line names the columns in any order. The export writes `email,eventId,blockId,startDate,endDate,waiting,complimentary,note`; the import
         *     ignores `waiting`. A file may have `userId` instead of `email`; if it has both, they must belong to the same user.
         *     `blockId` and `endDate` may be left out or empty. Some spreadsheets separate columns with `;` or tabs; the separator of the first line counts
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
            /** @description Whether the access waits for an account that has confirmed the address. Check the spelling. */
            waiting: boolean;
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
            /** @description The number of those that wait for an account that has confirmed their address. */
            waiting: number;
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
            /** @description The number of payments that are on their way: open payment pages and bank debits. */
            pendingPayments: number;
            /** @description The number of bouts that were rung or have a result. */
            keptBouts: number;
            /** @description Whether the deletion would be refused because of paid accesses, pending payments or such bouts. */
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
            /** @description The start of the sale of that price; null means at once. */
            saleStartDate?: components["schemas"]["NullableDateTime"];
            /** @description The end of the sale of that price, not before its start; null means never. */
            saleEndDate?: components["schemas"]["NullableDateTime"];
        };
        /** @description A banner to show. */
        BannerInput: {
            /**
             * @description One line of plain text. It is trimmed. Control characters, line breaks, and characters that change the direction of
             *     the text are refused.
             */
            text: string;
        };
        /** @description The blocks of an event in order of time. */
        BlockList: {
            /** @description The blocks. */
            data: components["schemas"]["Block"][];
            /** @description The total number. */
            total: number;
        };
        /**
         * @description The name of the block in URLs, unique within the event: lowercase letters, digits and hyphens. `live` and
         *     `results` are reserved for the pages of the event.
         */
        BlockSlug: string & (unknown & unknown);
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
            /** @description The start of the sale of that price; null means at once. */
            saleStartDate?: components["schemas"]["NullableDateTime"];
            /** @description The end of the sale of that price, not before its start; null means never. */
            saleEndDate?: components["schemas"]["NullableDateTime"];
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
            /** @description The start of the sale of that price; null means at once. */
            saleStartDate?: components["schemas"]["NullableDateTime"];
            /** @description The end of the sale of that price, not before its start; null means never. */
            saleEndDate?: components["schemas"]["NullableDateTime"];
        };
        /** @description The live streams of a block in order of weight. */
        LiveStreamList: {
            /** @description The live streams. */
            data: components["schemas"]["LiveStream"][];
            /** @description The total number. */
            total: number;
        };
        /** @description How much later than a moment its picture is stamped. */
        VenueDelayInput: {
            /** @description The delay of encoder and network. */
            milliseconds: number;
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
        /** @description A film that an organiser uploads as a replay. */
        Film: {
            /**
             * Format: uuid
             * @description The id.
             */
            id: string;
            /** @description The name of the file. */
            fileName: string;
            /** @description The size of the file in bytes. */
            size: number;
            /** @description When the file was changed, in milliseconds since 1970, to know it again; null if it is not known. */
            fileModified: number | null;
            /** @description How many bytes the server has. */
            received: number;
            /**
             * @description `receiving` waits for the next bytes. `packaging`: the file is whole, and the server makes the replay of it. `ready`: the
             *     replay shows it. `failed`: see `problem`.
             * @enum {string}
             */
            state: "receiving" | "packaging" | "ready" | "failed";
            /**
             * @description Why it failed. `not-mp4`, `fragmented`, `truncated`, `damaged`, `encrypted`: the file. `no-picture`: it has none.
             *     `picture-codec`: it is not H.264. `sound-codec`: it is not AAC. `picture-profile`: phones do not decode its profile. `open-gop`:
             *     its key frames are no place to begin (open GOP, intra refresh). `key-frames-rare`: they are more than two minutes or 64 MB apart.
             *     `edits`: the film is put together by edits in another order. `edit-rate`: an edit changes its speed. `rotated`: the file turns its
             *     picture. `too-long`: more than 12 hours. `disk-full`: the server has no room. `broadcast-on`: a broadcast has begun meanwhile.
             *     `failed`: a fault of the server.
             * @enum {string|null}
             */
            problem: "not-mp4" | "fragmented" | "truncated" | "damaged" | "no-picture" | "picture-codec" | "sound-codec" | "picture-profile" | "open-gop" | "key-frames-rare" | "edits" | "edit-rate" | "encrypted" | "rotated" | "too-long" | "disk-full" | "broadcast-on" | "failed" | null;
            /** @description The codec or profile for which it was refused, by its usual name; null if that is not the reason, or it has none. */
            refusedCodec: string | null;
            /** @description Of the packaging, in percent. */
            progress: number;
            /** @description The length; null until it is ready. */
            seconds: number | null;
            /**
             * Format: date-time
             * @description When the upload began.
             */
            createdAt: string;
        };
        /** @description The films of a stream. */
        FilmList: {
            /** @description The newest first. */
            data: components["schemas"]["Film"][];
        };
        /** @description A text of at most 255 characters. It is trimmed. */
        Text255: string;
        /** @description The file of a film. */
        FilmCreate: {
            /** @description The name of the file. */
            fileName: components["schemas"]["Text255"];
            /** @description The size of the file in bytes. */
            size: number;
            /** @description When the file was changed, in milliseconds since 1970. */
            fileModified?: number;
        };
        /**
         * @description `idle` waits for an encoder; `connecting` has one, and waits for its first picture; `live` reaches viewers;
         *     `interrupted` has lost the feed, and viewers see a slate; `ended` is a replay.
         * @enum {string}
         */
        IngestState: "idle" | "connecting" | "live" | "interrupted" | "ended";
        /** @description A feed as the server measures it. */
        IngestHealth: {
            /** @description The bits that arrive each second. */
            bitsPerSecond: number;
            /** @description The pictures that arrive each second. */
            framesPerSecond: number;
            /** @description The pictures per second that the encoder announced. */
            declaredFramesPerSecond: number | null;
            /** @description The time between two key frames. */
            keyFrameSeconds: number | null;
            /** @description How far the feed has fallen behind the clock. */
            behindSeconds: number;
            /** @description How often the time of the encoder jumped. */
            jumps: number;
            /** @description How often an encoder came back. */
            reconnects: number;
            /** @description The packets that were lost on the way since the encoder connected, and asked for again; null by RTMP, which hides them. */
            packetsLost: number | null;
            /** @description Those of the last 10 seconds that did not come in time; null by RTMP. */
            packetsMissing: number | null;
            /** @description The width of the picture. */
            width: number | null;
            /** @description The height of the picture. */
            height: number | null;
            /** @description The codecs as HLS names them. */
            codecs: string | null;
            /** @description Whether there is sound. */
            hasAudio: boolean;
            /** @description The name that the encoder gives itself. */
            encoder: string | null;
            /** @description A codec that arrives and is not taken. */
            refusedCodec: string | null;
            /** @description Seconds by the clock of the encoder in a second of its media. 1, unless its clock is slow or fast. */
            clockRate?: number;
            /** @description Since the last picture; null before the first one. */
            secondsSincePicture?: number | null;
            /** @description Since the last sound; null before the first one. */
            secondsSinceSound?: number | null;
            /** @description Since the last key frame, or since the encoder came; null before its first picture or sound. */
            secondsSinceKeyFrame?: number | null;
        };
        /**
         * @description A feed in steps of equal length, for a chart. Each list has one figure for a step, the newest last; null stands for a step without an
         *     encoder.
         */
        IngestHistory: {
            /**
             * Format: date-time
             * @description The end of the newest step.
             */
            until: string;
            /** @description The length of a step. */
            stepSeconds: number;
            /** @description The bits that arrived each second. */
            bitsPerSecond: (number | null)[];
            /** @description The pictures that arrived each second. */
            framesPerSecond: (number | null)[];
            /** @description How far the feed was behind the clock. */
            behindSeconds: (number | null)[];
        };
        /** @description What has been recorded. */
        IngestRecording: {
            /** @description The length. */
            seconds: number;
            /** @description The size. */
            bytes: number;
            /** @description Whether the last segment could not be written. */
            isFailing: boolean;
            /**
             * @description Why the recording is failing; null while it is not. `disk-full`: there is no room. `folder-unusable`: the folder cannot be
             *     read or written. `disk-slow`: the disk is slower than the feed. `failed`: anything else.
             * @enum {string|null}
             */
            problem: "disk-full" | "folder-unusable" | "disk-slow" | "failed" | null;
        };
        /** @description A film in place of the recording. */
        ShownFilm: {
            /**
             * Format: uuid
             * @description The id of the film.
             */
            id: string;
            /** @description The name of its file. */
            fileName: string;
        };
        /** @description A part of a recording, in seconds from its start. The time without a picture does not count. */
        Trim: {
            /** @description The first moment. */
            startSeconds: number;
            /** @description The last moment. */
            endSeconds: number;
        };
        /**
         * @description `port-closed`: this server does not listen for encoders. `codec-refused`: the encoder sends something other than
         *     H.264, HEVC, AV1 and AAC. `no-picture`: sound comes without a picture. `picture-lost`: sound still comes, and viewers see a slate.
         *     `no-audio`: there is no sound, and viewers hear silence. `audio-lost`: the sound has stopped; the same. `key-frames-missing`: no key frame
         *     has come for 10 seconds, so who joins sees nothing. `key-frames-rare`: set the key frame interval of the encoder to 2 seconds.
         *     `key-frames-many`: the same. `open-gop`: set closed GOP; viewers cannot join at the key frames. `intra-refresh`: turn it off, for the
         *     same reason. `profile-rare`: phones do not decode the profile of the codec. `frames-missing`: fewer pictures arrive than the encoder
         *     announced. `uplink-slow`: the network at the venue
         *     is slower than the feed. `timestamps-jump`: the clock of the encoder jumps. `clock-drifts`: it is slow or fast. `bitrate-high`: more than 12 Mbit/s.
         *     `key-in-use`: two encoders use this key, and one is refused: stop it, or choose with `keepEncoder`.
         *     `packets-missing`: packets of SRT did not come in time, in spite of its latency.
         *     `recording-failing`: the recording has gaps, for example because the disk is full. `store-away`: the object store takes no recordings; they wait
         *     on the disk of the server.
         * @enum {string}
         */
        IngestWarning: "port-closed" | "key-in-use" | "codec-refused" | "no-picture" | "picture-lost" | "no-audio" | "audio-lost" | "key-frames-missing" | "key-frames-rare" | "key-frames-many" | "open-gop" | "intra-refresh" | "profile-rare" | "frames-missing" | "uplink-slow" | "timestamps-jump" | "clock-drifts" | "bitrate-high" | "packets-missing" | "recording-failing" | "store-away";
        /** @description Encoders that were turned away for the same reason. */
        EncoderAttempt: {
            /**
             * Format: date-time
             * @description The time of the last one.
             */
            at: string;
            /** @description How many came. */
            count: number;
            /** @description The network from which it came, shortened; null: several. */
            network: string | null;
            /**
             * @description How it came.
             * @enum {string}
             */
            protocol: "rtmp" | "srt";
            /** @description What it calls itself; null if it does not say. */
            program: string | null;
            /**
             * @description `wrong-key`: no stream has this key, or the passphrase is wrong. `replaced-key`: the key was replaced. `broadcast-ended`: the broadcast has
             *     ended. `another-encoder`: another one came a moment later. `key-in-use`: another one keeps the stream. `codec-refused`: a codec is not taken,
             *     and `detail` names it. `no-picture`: nothing came that can be published. `no-key`: it ended before it sent a key. `not-understood`:
             *     what it sends is not understood, and `detail` says what. `too-many-connections`: too many of its network wait.
             * @enum {string}
             */
            refusal: "wrong-key" | "replaced-key" | "broadcast-ended" | "another-encoder" | "key-in-use" | "codec-refused" | "no-picture" | "no-key" | "not-understood" | "too-many-connections";
            /** @description The codec, or what was not understood. */
            detail: string | null;
        };
        /** @description The ingest of a live stream, and what arrives there. */
        Ingest: {
            /** @description The address of the server. */
            rtmpUrl: string;
            /** @description The address for SRT, without its passphrase; null where encoders cannot come by SRT. */
            srtUrl: string | null;
            /** @description The name of the video provider that takes the encoder, measures and records its feed; null for this server. */
            provider: string | null;
            state: components["schemas"]["IngestState"];
            /**
             * Format: date-time
             * @description Since when it has been in this state.
             */
            since: string;
            /**
             * Format: date-time
             * @description The age of the current key.
             */
            keyCreatedAt: string;
            /**
             * Format: date-time
             * @description The first time that an encoder was accepted.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description The last picture that arrived.
             */
            lastFrameAt: string | null;
            /**
             * Format: date-time
             * @description The end of the broadcast.
             */
            endedAt: string | null;
            /** @description The feed over the last 10 seconds; null before the first one. */
            health: components["schemas"]["IngestHealth"] | null;
            /** @description The feed over the last 5 minutes; null before there is any. */
            history: components["schemas"]["IngestHistory"] | null;
            recording: components["schemas"]["IngestRecording"];
            /** @description The uploaded film that the replay shows in place of the recording; null for the recording. `recording` and `trim` are about it. */
            film: components["schemas"]["ShownFilm"] | null;
            /** @description The part of the recording that the replay shows; null for all of it. */
            trim: components["schemas"]["Trim"] | null;
            /** @description What the organiser should look at. */
            warnings: components["schemas"]["IngestWarning"][];
            /** @description The network from which the newest encoder came, shortened, such as 203.0.113.0/24; null before the first one. */
            encoderNetwork: string | null;
            /** @description Whether an organiser has chosen it: while it sends, no other encoder takes over. */
            isEncoderKept: boolean;
            /** @description The last encoders that were turned away, the newest first. */
            attempts: components["schemas"]["EncoderAttempt"][];
        };
        /** @description Where an encoder publishes, and with which key. */
        StreamKey: {
            /** @description The address of the server, as OBS and other encoders ask for it. */
            rtmpUrl: string;
            /**
             * @description The address for SRT, with the id of the stream, a passphrase that belongs to the key, and the latency in microseconds, the unit
             *     of OBS and ffmpeg: treat it like a password. Null where encoders cannot come by SRT.
             */
            srtUrl: string | null;
            /** @description The key. Anybody who has it can broadcast on this stream, so treat it like a password. */
            streamKey: string;
        };
        /** @description Where the replay of a recording can begin and end. */
        CutPlaces: {
            /** @description The length of the whole recording. */
            seconds: number;
            /** @description In seconds from the start, in order. The first is 0, the last is the length. */
            cutPlaces: number[];
        };
        /** @description Where a bout begins. */
        Chapter: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            /** @description The time from the start of the whole recording or film. */
            seconds: number;
        };
        /** @description The beginnings of bouts in a replay, as organisers have set them. */
        ChapterList: {
            /** @description In the order of the video. */
            data: components["schemas"]["Chapter"][];
            /** @description How many there are. */
            total: number;
        };
        /** @description Where a bout begins. */
        ChapterInput: {
            /** @description The time from the start of the whole recording or film. The time without a picture does not count. */
            seconds: number;
        };
        /**
         * @description The side that the fighter leads with; null if it is not known.
         * @enum {string|null}
         */
        Stance: "orthodox" | "southpaw" | "switch" | null;
        /** @description What a fighter has won and lost. */
        FightRecord: {
            /** @description The number of fights won. */
            wins: number;
            /** @description The number of fights lost. */
            losses: number;
            /** @description The number of draws. */
            draws: number;
            /** @description The number of fights without a result. */
            noContests: number;
            /** @description The number of wins by knockout. */
            knockouts: number;
            /**
             * Format: date
             * @description The last day that it counts; null if it is not known.
             */
            countedUntil: string | null;
        };
        /** @description A fighter on a card. */
        BoutFighter: {
            /**
             * Format: uuid
             * @description The id of the fighter.
             */
            id: string;
            /** @description The name of the fighter in URLs. */
            slug: string;
            /** @description The name as it is announced. */
            name: string;
            /** @description The ring name. */
            nickname: string | null;
            /** @description The country in two letters of ISO 3166-1. */
            countryCode: string | null;
            /**
             * Format: uuid
             * @description The id of the fighter's picture; see *media*.
             */
            pictureId: string | null;
            /**
             * Format: date
             * @description The day of birth.
             */
            birthDate: string | null;
            /** @description The height in centimetres. */
            heightCm: number | null;
            /** @description The reach in centimetres. */
            reachCm: number | null;
            stance: components["schemas"]["Stance"];
            /** @description The gym or team. */
            gym: string | null;
            /**
             * @description What the fighter had fought before this event: before Ringside, and in events that had ended when it began. null if the record
             *     before Ringside is not known.
             */
            record: components["schemas"]["FightRecord"] | null;
        };
        /** @description A weigh-in of one fighter. It tells nothing of a result. */
        WeighIn: {
            /** @description The weight in kilograms. */
            weightKg: number;
            /**
             * Format: date
             * @description The day.
             */
            day: string | null;
            /** @description Whether the fighter was too heavy. */
            isMissed: boolean;
            /** @description What followed, in words: a catchweight, a fine. */
            consequence: string | null;
        };
        /** @description One side of a bout. */
        BoutCorner: {
            /** @description The fighter; null means "to be announced". */
            fighter: components["schemas"]["BoutFighter"] | null;
            /** @description The weigh-in; null before it. */
            weighIn: components["schemas"]["WeighIn"] | null;
        };
        /**
         * @description The rules that the bout is fought by.
         * @enum {string}
         */
        BoutRules: "k1" | "full-contact" | "low-kick" | "muay-thai" | "kick-light" | "other";
        /**
         * @description A `replaced` bout takes place with another fighter in one corner than was announced. A `cancelled` one does not take place.
         * @enum {string}
         */
        BoutStatus: "announced" | "cancelled" | "replaced";
        /**
         * @description The side of the ring.
         * @enum {string}
         */
        Corner: "red" | "blue";
        /** @description Whose place was taken. */
        Replacement: {
            corner: components["schemas"]["Corner"];
            /**
             * Format: uuid
             * @description The id of the fighter who was announced first.
             */
            fighterId: string;
            /** @description The name of that fighter. */
            name: string;
        };
        /** @description A bout of a card. Nothing of it tells a result. */
        Bout: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of its block.
             */
            blockId: string;
            /** @description Its place in the block. The last one is the main event of the block. */
            position: number;
            /** @description The red corner. */
            red: components["schemas"]["BoutCorner"];
            /** @description The blue corner. */
            blue: components["schemas"]["BoutCorner"];
            /** @description The name of the weight class. */
            weightClass: string | null;
            /** @description The limit in kilograms. */
            weightLimitKg: number | null;
            /** @description Whether a weight was agreed upon outside of the classes. */
            isCatchweight: boolean;
            rules: components["schemas"]["BoutRules"];
            /** @description What the rules differ in. */
            rulesText: string | null;
            /** @description The number of rounds. */
            rounds: number;
            /** @description The length of a round. */
            roundSeconds: number;
            /** @description The length of a break. */
            breakSeconds: number;
            /** @description Whether a draw is followed by one more round. */
            hasExtraRound: boolean;
            /** @description The title that is fought for. */
            title: string | null;
            status: components["schemas"]["BoutStatus"];
            /** @description Why it was cancelled, or a fighter replaced. */
            statusReason: string | null;
            /** @description Whose place was taken, for each corner at most one. */
            replacements: components["schemas"]["Replacement"][];
        };
        /**
         * @description What is rung. After `stopped` a round may go on with another `round-start`, or the bout is `over`.
         * @enum {string}
         */
        BellKind: "walkout" | "round-start" | "round-end" | "stopped" | "over";
        /** @description One tap of a timekeeper. It is never changed, perhaps undone. */
        Bell: {
            /**
             * Format: uuid
             * @description The id that the device made.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            kind: components["schemas"]["BellKind"];
            /** @description The round; null for a walkout and for the end of the bout. */
            round: number | null;
            /**
             * Format: date-time
             * @description When it was rung.
             */
            at: string;
            /** @description Who rang it; null if the account was deleted. */
            userName: string | null;
            /**
             * Format: date-time
             * @description When it was taken back; null if it counts.
             */
            undoneAt: string | null;
        };
        /** @description A card as a timekeeper needs it. */
        BellBoard: {
            /**
             * Format: date-time
             * @description The time of the last bell that counts; null before the first one.
             */
            at: string | null;
            /** @description The name of the event. */
            eventName: string;
            /** @description The bouts in their order. */
            bouts: components["schemas"]["Bout"][];
            /** @description All bells, by time; undone ones too. */
            bells: components["schemas"]["Bell"][];
        };
        /** @description The card and its bells as they are now. */
        BellBoardChanged: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "card";
            data: components["schemas"]["BellBoard"];
        };
        /** @description The event was deleted. The stream ends. */
        DeskGone: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "gone";
            /** @description Always empty. */
            data: Record<string, never>;
        };
        /** @description One event of the stream of a card. */
        BellBoardEvent: components["schemas"]["BellBoardChanged"] | components["schemas"]["DeskGone"];
        /** @description How good the expected times of an evening were. */
        EstimateReview: {
            /** @description What was expected at the end of each bout. */
            ends: {
                /**
                 * Format: uuid
                 * @description The bout that ended.
                 */
                boutId: string;
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                at: string;
                /** @description How many of the bouts that were expected then have begun since. */
                count: number;
                /** @description How many of them began within their span. */
                withinSpan: number;
                /** @description The median of how far off they were. */
                medianErrorSeconds: number;
                /** @description The main event; null when it has not begun. */
                mainEvent: null | {
                    /**
                     * Format: date-time
                     * @description When it was expected then.
                     */
                    expectedAt: string;
                    /**
                     * Format: date-time
                     * @description When its first round began.
                     */
                    startedAt: string;
                };
            }[];
        };
        /** @description The bouts of a card. */
        BoutList: {
            /** @description The bouts in their order. */
            data: components["schemas"]["Bout"][];
            /** @description The number of bouts. */
            total: number;
        };
        /**
         * Format: uuid
         * @description The id of a fighter; null means "to be announced".
         */
        NullableFighterId: string | null;
        /**
         * Format: date
         * @description A day as `2026-11-21`, or null for none.
         */
        NullableDay: string | null;
        /** @description The weigh-in of one corner; it is replaced as a whole. null clears it. */
        WeighInInput: {
            /** @description The weight in kilograms, kept to ten grams. */
            weightKg: number;
            /** @description The day. */
            day?: components["schemas"]["NullableDay"];
            /** @description Whether the fighter was too heavy; without it, no. */
            isMissed?: boolean;
            /** @description What followed, in words: a catchweight, a fine. */
            consequence?: components["schemas"]["NullableText255"];
        } | null;
        /** @description A weight in kilograms, kept to ten grams, or null for none. */
        NullableKilograms: number | null;
        /** @description A new bout. It becomes the last one of its block. */
        BoutCreate: {
            /** @description The id of a block of the event. */
            blockId: components["schemas"]["Uuid"];
            /** @description The fighter in the red corner. */
            redFighterId?: components["schemas"]["NullableFighterId"];
            /** @description The fighter in the blue corner; another one than in the red corner. */
            blueFighterId?: components["schemas"]["NullableFighterId"];
            redWeighIn?: components["schemas"]["WeighInInput"];
            blueWeighIn?: components["schemas"]["WeighInInput"];
            /** @description The name of the weight class. */
            weightClass?: components["schemas"]["NullableText255"];
            /** @description The limit in kilograms. */
            weightLimitKg?: components["schemas"]["NullableKilograms"];
            /**
             * @description Whether a weight was agreed upon outside of the classes.
             * @default false
             */
            isCatchweight?: boolean;
            /**
             * @description The rules that the bout is fought by.
             * @default k1
             * @enum {string}
             */
            rules?: "k1" | "full-contact" | "low-kick" | "muay-thai" | "kick-light" | "other";
            /** @description What the rules differ in. */
            rulesText?: components["schemas"]["NullableText255"];
            /**
             * @description The number of rounds.
             * @default 3
             */
            rounds?: number;
            /**
             * @description The length of a round.
             * @default 180
             */
            roundSeconds?: number;
            /**
             * @description The length of a break.
             * @default 60
             */
            breakSeconds?: number;
            /**
             * @description Whether a draw is followed by one more round.
             * @default false
             */
            hasExtraRound?: boolean;
            /** @description The title that is fought for. */
            title?: components["schemas"]["NullableText255"];
        };
        /** @description A text. */
        Cell: string;
        /** @description Who is meant: the id of a fighter, or `new`. Without it the name decides, if it can. */
        FighterChoice: string;
        /** @description A bout, as an organiser writes it. */
        BoutImportRow: {
            /** @description A number by which the rows of a block are put in order. Without one they stay as they come. */
            order?: components["schemas"]["Cell"];
            /** @description The name or the slug of a block of the event. It can be left out where there is one. */
            block?: components["schemas"]["Cell"];
            /** @description The name of the fighter in the red corner. Empty, `TBA` or `?`: to be announced. */
            red?: components["schemas"]["Cell"];
            /** @description The name of the fighter in the blue corner. */
            blue?: components["schemas"]["Cell"];
            /** @description The class, the limit in kilograms, or both: `Lightweight, 70 kg`, `catchweight 72.5`. */
            weight?: components["schemas"]["Cell"];
            /** @description The number of rounds, with their minutes if they are not three: `3`, `5 x 2`, `3 x 2:30`. */
            rounds?: components["schemas"]["Cell"];
            /** @description The title that is fought for. */
            title?: components["schemas"]["Cell"];
            /** @description The countries of red and blue, in two letters or by their English names: `NL / DE`. */
            country?: components["schemas"]["Cell"];
            redChoice?: components["schemas"]["FighterChoice"];
            blueChoice?: components["schemas"]["FighterChoice"];
        };
        /** @description The rows of a card, as texts. */
        BoutImport: {
            /** @description One for each bout. */
            rows: components["schemas"]["BoutImportRow"][];
        };
        /** @description Who stands in a corner. */
        BoutImportCorner: {
            /**
             * @description `open`: to be announced. `unsure`: choose one of the candidates, or `new`.
             * @enum {string}
             */
            state: "open" | "known" | "new" | "unsure";
            /** @description The name of the fighter, or the text where they are not known. */
            name: string | null;
            /** @description The country in two letters of ISO 3166-1. */
            countryCode: string | null;
            /**
             * Format: uuid
             * @description The id of the fighter; null if there is none yet.
             */
            fighterId: string | null;
            /** @description Who may be meant. */
            candidates: {
                /**
                 * Format: uuid
                 * @description The id of the fighter.
                 */
                id: string;
                /** @description The name as it is announced. */
                name: string;
                /** @description The ring name. */
                nickname: string | null;
                /** @description The country in two letters of ISO 3166-1. */
                countryCode: string | null;
                /** @description The gym or team. */
                gym: string | null;
                /** @description The number of bouts on cards of this site. */
                bouts: number;
            }[];
        };
        /** @description How a row is understood. */
        BoutImportOutcome: {
            /**
             * @description `unsure`: a corner needs a choice.
             * @enum {string}
             */
            result: "ok" | "unsure" | "refused";
            /** @description The name of the block; null if it is not known. */
            block: string | null;
            red: components["schemas"]["BoutImportCorner"];
            blue: components["schemas"]["BoutImportCorner"];
            /** @description The name of the weight class. */
            weightClass: string | null;
            /** @description The limit in kilograms. */
            weightLimitKg: number | null;
            /** @description Whether a weight was agreed upon outside of the classes. */
            isCatchweight: boolean;
            /** @description The number of rounds. */
            rounds: number;
            /** @description The length of a round. */
            roundSeconds: number;
            /** @description The title that is fought for. */
            title: string | null;
            /** @description What is wrong. */
            issues: {
                /**
                 * @description The column.
                 * @enum {string}
                 */
                column: "order" | "block" | "red" | "blue" | "weight" | "rounds" | "title" | "country";
                /** @description What is wrong with it. */
                detail: string;
            }[];
        };
        /** @description What became of the rows. */
        BoutImportResult: {
            /** @description Whether nothing was stored on purpose. */
            dryRun: boolean;
            /** @description The number of bouts that were added; in a dry run the number that would be. */
            imported: number;
            /** @description The rows as they were sent. */
            rows: components["schemas"]["BoutImportOutcome"][];
        };
        /** @description The order of a whole card. It names each bout of the event once. */
        BoutOrder: {
            /** @description The blocks that have bouts. */
            blocks: {
                /** @description The id of a block of the event. */
                blockId: components["schemas"]["Uuid"];
                /** @description Its bouts from the first to the main event. */
                boutIds: components["schemas"]["Uuid"][];
            }[];
        };
        /**
         * @description Changes of a bout. A field that is left out keeps its value; null clears an optional field. Another fighter in a corner that had
         *     one makes the bout `replaced`, unless it is cancelled; its id stays.
         */
        BoutUpdate: {
            /** @description The fighter in the red corner. */
            redFighterId?: components["schemas"]["NullableFighterId"];
            /** @description The fighter in the blue corner; another one than in the red corner. */
            blueFighterId?: components["schemas"]["NullableFighterId"];
            redWeighIn?: components["schemas"]["WeighInInput"];
            blueWeighIn?: components["schemas"]["WeighInInput"];
            /** @description The name of the weight class. */
            weightClass?: components["schemas"]["NullableText255"];
            /** @description The limit in kilograms. */
            weightLimitKg?: components["schemas"]["NullableKilograms"];
            /** @description Whether a weight was agreed upon outside of the classes. */
            isCatchweight?: boolean;
            rules?: components["schemas"]["BoutRules"];
            /** @description What the rules differ in. */
            rulesText?: components["schemas"]["NullableText255"];
            /** @description The number of rounds. */
            rounds?: number;
            /** @description The length of a round. */
            roundSeconds?: number;
            /** @description The length of a break. */
            breakSeconds?: number;
            /** @description Whether a draw is followed by one more round. */
            hasExtraRound?: boolean;
            /** @description The title that is fought for. */
            title?: components["schemas"]["NullableText255"];
            /**
             * @description `announced` takes a cancellation back, and says no longer whose place was taken.
             * @enum {string}
             */
            status?: "announced" | "cancelled";
            /** @description Why it is cancelled, or a fighter replaced. Viewers read it. */
            statusReason?: components["schemas"]["NullableText255"];
        };
        /** @description A tap. */
        BellRing: {
            /** @description Made by the device. The same id twice is one bell. */
            id: components["schemas"]["Uuid"];
            kind: components["schemas"]["BellKind"];
            /** @description The round; null for a walkout and for the end of the bout. */
            round: number | null;
            /**
             * @description When it was tapped, by the device's clock after it was set by the server's. It counts if it lies within the last 30 seconds;
             *     otherwise the time of arrival does.
             */
            at: components["schemas"]["DateTime"];
        };
        /**
         * @description `draw`: nobody has won. `none`: there is nothing that could be won.
         * @enum {string}
         */
        ResultWinner: "red" | "blue" | "draw" | "none";
        /**
         * @description How it ended. A `decision-technical` is one of the judges about a bout that could not go on. After a `no-contest` and a
         *     `walkover` the winner is `none`.
         * @enum {string}
         */
        ResultMethod: "decision-unanimous" | "decision-split" | "decision-majority" | "decision-technical" | "ko" | "tko" | "tko-doctor" | "tko-corner" | "disqualification" | "injury" | "walkover" | "no-contest";
        /** @description The points of one corner. */
        Points: number;
        /** @description The points of one judge. */
        ScorecardInput: {
            /** @description The name of the judge. */
            judge: components["schemas"]["Name"];
            /** @description The points of the red corner. */
            red: components["schemas"]["Points"];
            /** @description The points of the blue corner. */
            blue: components["schemas"]["Points"];
        };
        /** @description A result, or the correction of one. */
        ResultSign: {
            /** @description The newest version of this bout that the caller knows; 0 for none. */
            after: number;
            /** @description Who stands in the red corner, as the caller knows it; a 409 says that it is somebody else by now. */
            redFighterId: components["schemas"]["Uuid"];
            /** @description Who stands in the blue corner. The same holds. */
            blueFighterId: components["schemas"]["Uuid"];
            winner: components["schemas"]["ResultWinner"];
            method: components["schemas"]["ResultMethod"];
            /**
             * @description The round in which it ended. A stoppage (`ko`, `tko` and its kinds) must say it; a decision after the last round need not.
             * @default null
             */
            round?: number | null;
            /**
             * @description The time in that round, at most its length.
             * @default null
             */
            seconds?: number | null;
            /**
             * @description The points of the judges.
             * @default []
             */
            scorecards?: components["schemas"]["ScorecardInput"][];
            /** @description What else there is to say. Viewers read it. */
            note?: components["schemas"]["NullableText255"];
            /** @description Why the version before is corrected, for organisers. Every version but the first needs one. */
            reason?: components["schemas"]["NullableText255"];
        };
        /** @description Who fought. It stays when another fighter takes the place on the card later. */
        ResultFighter: {
            /**
             * Format: uuid
             * @description The id of the fighter.
             */
            id: string;
            /** @description The name of the fighter in URLs. */
            slug: string;
            /** @description The name as it is announced. */
            name: string;
        };
        /** @description The points of one judge. */
        Scorecard: {
            /** @description The name of the judge. */
            judge: string;
            /** @description The points of the red corner. */
            red: number;
            /** @description The points of the blue corner. */
            blue: number;
        };
        /** @description One version of a result. It is never changed, only confirmed. */
        Result: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            /** @description Its number, from 1 on. The highest official one counts. */
            version: number;
            /**
             * @description Viewers see `official` ones.
             * @enum {string}
             */
            state: "provisional" | "official";
            /** @description Whether the caller may confirm it: it waits, and somebody else has signed it. */
            mayConfirm: boolean;
            /** @description Why the version before was corrected; null for the first one. */
            reason: string | null;
            /** @description Who signed it; null if the account was deleted. */
            signedBy: string | null;
            /**
             * Format: date-time
             * @description When it was signed.
             */
            signedAt: string;
            /** @description Who confirmed it; null if nobody has, or the account was deleted. */
            confirmedBy: string | null;
            /**
             * Format: date-time
             * @description Since when it is official; null if it is provisional.
             */
            officialAt: string | null;
            /** @description Who fought in the red corner. */
            red: components["schemas"]["ResultFighter"];
            /** @description Who fought in the blue corner. */
            blue: components["schemas"]["ResultFighter"];
            winner: components["schemas"]["ResultWinner"];
            method: components["schemas"]["ResultMethod"];
            /** @description The round in which it ended; null if it is not known or went the distance. */
            round: number | null;
            /** @description The time in that round. */
            seconds: number | null;
            /** @description The points of the judges. */
            scorecards: components["schemas"]["Scorecard"][];
            /** @description What else there is to say, for viewers. */
            note: string | null;
        };
        /** @description The event of a desk. */
        DeskEvent: {
            /**
             * Format: uuid
             * @description The id of the event.
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The name in URLs. */
            slug: string;
            /** @description Decides who can see the event. */
            status: components["schemas"]["EventStatus"];
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
        };
        /** @description The line of text that viewers see above the video now. */
        Banner: {
            /** @description The text; null if there is no banner. It is plain text. */
            text: string | null;
            /**
             * Format: date-time
             * @description The time since which it is shown.
             */
            since: string | null;
        };
        /** @description How often devices were refused for one reason. */
        DeskRefusal: {
            /**
             * @description The reason. `playback-ended` is a device that went on asking for the video after its playback session had
             *     ended or its access was revoked. `shared` is a playback session that ended because several people played its
             *     address. The other reasons are problems of `getLiveStreamSignedUrl`.
             * @enum {string}
             */
            reason: "access-required" | "access-not-started" | "access-ended" | "stream-inactive" | "device-limit" | "playback-ended" | "shared";
            /** @description The number of refused calls. */
            count: number;
        };
        /** @description What arrives from the encoder of a live stream. What each field means stands with `getIngest`. */
        DeskIngest: {
            /** @description The name of the video provider that takes the encoder, measures and records its feed; null for this server. */
            provider: string | null;
            state: components["schemas"]["IngestState"];
            /**
             * Format: date-time
             * @description Since when it has been in this state.
             */
            since: string;
            /**
             * Format: date-time
             * @description The first time that an encoder was accepted.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description The last picture that arrived.
             */
            lastFrameAt: string | null;
            /**
             * Format: date-time
             * @description The end of the broadcast.
             */
            endedAt: string | null;
            /** @description The feed over the last 10 seconds; null before the first one. */
            health: components["schemas"]["IngestHealth"] | null;
            /** @description The feed over the last 5 minutes; null before there is any. */
            history: components["schemas"]["IngestHistory"] | null;
            recording: components["schemas"]["IngestRecording"];
            /** @description What the organiser should look at. */
            warnings: components["schemas"]["IngestWarning"][];
            /** @description The network from which the newest encoder came, shortened, such as 203.0.113.0/24; null before the first one. */
            encoderNetwork: string | null;
            /** @description Whether an organiser has chosen it: while it sends, no other encoder takes over. */
            isEncoderKept: boolean;
            /** @description The last encoders that were turned away, the newest first. */
            attempts: components["schemas"]["EncoderAttempt"][];
        };
        /** @description A live stream, and what happens on it now. */
        DeskStream: {
            /**
             * Format: uuid
             * @description The id of the live stream.
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description Whether viewers can watch the stream. */
            status: components["schemas"]["LiveStreamStatus"];
            /** @description The position among the streams of the block, lightest first. */
            weight: number;
            /** @description The number of devices that watch it now. */
            viewers: number;
            /** @description The most devices that have ever watched it at one time. */
            peakViewers: number;
            /** @description Why devices were refused within the last 5 minutes, the most frequent reason first. */
            refusals: components["schemas"]["DeskRefusal"][];
            /**
             * Format: date-time
             * @description The last change of the stream; null if none is known.
             */
            changedAt: string | null;
            /** @description The name of the user who changed it; null if the account was deleted. */
            changedBy: string | null;
            /** @description How much later than a moment its picture is stamped, in milliseconds. */
            venueDelayMs: number;
            /** @description What arrives from its encoder; null for a stream without live ingest. */
            ingest: components["schemas"]["DeskIngest"] | null;
        };
        /** @description A block of an event with its live streams. */
        DeskBlock: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The name in URLs. */
            slug: string;
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
            /** @description Whether a viewer needs an access to watch. */
            paymentRequired: boolean;
            /** @description The live streams in order of weight. */
            liveStreams: components["schemas"]["DeskStream"][];
        };
        /** @description What happens on an event now, for its organisers. */
        Desk: {
            event: components["schemas"]["DeskEvent"];
            banner: components["schemas"]["Banner"];
            /**
             * Format: uuid
             * @description The stream that the live page shows first while it is active; null leaves it to the weight.
             */
            featuredStreamId: string | null;
            /** @description The number of devices that watch a stream of the event now. */
            viewers: number;
            /** @description The blocks in order of time. */
            blocks: components["schemas"]["DeskBlock"][];
        };
        /** @description The desk as it is now. */
        DeskChanged: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "desk";
            data: components["schemas"]["Desk"];
        };
        /** @description One event of the stream of a desk. */
        DeskStreamEvent: components["schemas"]["DeskChanged"] | components["schemas"]["BellBoardChanged"] | components["schemas"]["DeskGone"];
        /** @description A card as somebody needs it who signs results. */
        ResultBoard: {
            /** @description The name of the event. */
            eventName: string;
            /** @description Whether a result is official only when a second person has confirmed it. */
            needsConfirmation: boolean;
            /** @description The bouts in their order. */
            bouts: components["schemas"]["Bout"][];
            /** @description All bells, by time; undone ones too. */
            bells: components["schemas"]["Bell"][];
            /** @description All versions of all results, by bout and version. */
            results: components["schemas"]["Result"][];
        };
        /** @description The live stream to show first. */
        FeaturedStreamInput: {
            /** @description The id of a live stream of this event. */
            liveStreamId: components["schemas"]["Uuid"];
        };
        /** @description How the copy of an event differs from the event. */
        EventDuplicate: {
            /** @description The name of the copy. */
            name: components["schemas"]["Name"];
            slug: components["schemas"]["EventSlug"];
            /** @description How many days later the copy takes place; negative for earlier. */
            days: number;
        };
        /** @description A short-lived URL of a playlist, bound to the sign-in of an organiser. */
        LiveStreamPreview: {
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
             * @description Whether the playlist is a live stream or a recording.
             * @enum {string}
             */
            mode: "live" | "replay";
        };
        /** @description Selects fighters. */
        FighterFilter: {
            /** @description The name. */
            name?: components["schemas"]["TextCondition"];
            /** @description The ring name. */
            nickname?: components["schemas"]["TextCondition"];
            /** @description The country in two letters. */
            countryCode?: components["schemas"]["TextCondition"];
            /** @description The gym or team. */
            gym?: components["schemas"]["TextCondition"];
            /** @description The id of an event whose card names the fighter. */
            eventId?: components["schemas"]["IdCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["FighterFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["FighterFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["FighterFilter"];
        };
        /** @description A fighter as organisers see them. */
        Fighter: {
            /**
             * Format: uuid
             * @description The id of the fighter.
             */
            id: string;
            /** @description The name of the fighter in URLs. */
            slug: string;
            /** @description The name as it is announced. */
            name: string;
            /** @description The ring name. */
            nickname: string | null;
            /** @description The country in two letters of ISO 3166-1. */
            countryCode: string | null;
            /**
             * Format: date
             * @description The day of birth.
             */
            birthDate: string | null;
            /** @description The height in centimetres. */
            heightCm: number | null;
            /** @description The reach in centimetres. */
            reachCm: number | null;
            stance: components["schemas"]["Stance"];
            /** @description The gym or team. */
            gym: string | null;
            /**
             * Format: uuid
             * @description The id of the fighter's portrait; see *media*.
             */
            pictureId: string | null;
            /** @description What the fighter had fought before Ringside; null if it is not known. */
            record: components["schemas"]["FightRecord"] | null;
            /** @description The number of bouts on cards of this site. */
            bouts: number;
        };
        /** @description A page of fighters. */
        FighterList: {
            /** @description The fighters of this page. */
            data: components["schemas"]["Fighter"][];
            /** @description The number of fighters that match the filter. */
            total: number;
        };
        /** @description The name of the fighter in URLs, unique among all fighters: lowercase letters, digits and hyphens. */
        FighterSlug: string;
        /**
         * @description A country as ISO 3166-1 writes it in two letters; null if it is not known.
         * @enum {string|null}
         */
        CountryCode: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
        /** @description A length in whole centimetres, or null for none. */
        NullableCentimetres: number | null;
        /** @description A number of fights. */
        FightCount: number;
        /** @description What a fighter had fought before Ringside; null if it is not known. */
        FightRecordInput: {
            /** @description The number of fights won. */
            wins: components["schemas"]["FightCount"];
            /** @description The number of fights lost. */
            losses: components["schemas"]["FightCount"];
            /** @description The number of draws. */
            draws: components["schemas"]["FightCount"];
            /** @description The number of fights without a result. */
            noContests?: components["schemas"]["FightCount"];
            /** @description The number of wins by knockout; not more than `wins`. */
            knockouts?: components["schemas"]["FightCount"];
            /** @description The last day that it counts. */
            countedUntil?: components["schemas"]["NullableDay"];
        } | null;
        /** @description A new fighter. Everything but the name is optional. */
        FighterCreate: {
            /** @description The name as it is announced. */
            name: components["schemas"]["Name"];
            /** @description The name of the fighter in URLs. Without one, the server makes it of `name`. */
            slug?: components["schemas"]["FighterSlug"];
            /** @description The ring name. */
            nickname?: components["schemas"]["NullableText255"];
            countryCode?: components["schemas"]["CountryCode"];
            /** @description The day of birth. */
            birthDate?: components["schemas"]["NullableDay"];
            /** @description The height in centimetres. */
            heightCm?: components["schemas"]["NullableCentimetres"];
            /** @description The reach in centimetres. */
            reachCm?: components["schemas"]["NullableCentimetres"];
            stance?: components["schemas"]["Stance"];
            /** @description The gym or team. */
            gym?: components["schemas"]["NullableText255"];
            /**
             * Format: uuid
             * @description The id of an uploaded portrait; see *media*.
             */
            pictureId?: string | null;
            record?: components["schemas"]["FightRecordInput"];
        };
        /** @description Changes of a fighter. A field that is left out keeps its value; null clears an optional field. */
        FighterUpdate: {
            /** @description The name as it is announced. */
            name?: components["schemas"]["Name"];
            slug?: components["schemas"]["FighterSlug"];
            /** @description The ring name. */
            nickname?: components["schemas"]["NullableText255"];
            countryCode?: components["schemas"]["CountryCode"];
            /** @description The day of birth. */
            birthDate?: components["schemas"]["NullableDay"];
            /** @description The height in centimetres. */
            heightCm?: components["schemas"]["NullableCentimetres"];
            /** @description The reach in centimetres. */
            reachCm?: components["schemas"]["NullableCentimetres"];
            stance?: components["schemas"]["Stance"];
            /** @description The gym or team. */
            gym?: components["schemas"]["NullableText255"];
            /**
             * Format: uuid
             * @description The id of an uploaded portrait. The one before is deleted.
             */
            pictureId?: string | null;
            /** @description The record before Ringside; it is replaced as a whole. */
            record?: components["schemas"]["FightRecordInput"];
        };
        /** @description The fighter who is merged into another one. */
        FighterMerge: {
            /** @description The id of the double; there is no such fighter afterwards. */
            fighterId: components["schemas"]["Uuid"];
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
        /** @description A role with the number of its holders. */
        ListedRole: {
            /** @description The short name of the role. */
            code: string;
            /** @description The display name. */
            name: string;
            /** @description A description of the role. */
            description: string | null;
            /** @description The permissions of the role. */
            permissions: components["schemas"]["Permission"][];
            /** @description The number of users who hold the role. */
            holders: number;
        };
        /** @description All roles. */
        RoleList: {
            /** @description The roles. */
            data: components["schemas"]["ListedRole"][];
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
        schema: string;
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
        /** @description What the link of a verification mail confirms. */
        EmailVerificationSubject: {
            /**
             * Format: email
             * @description The address that would be confirmed.
             */
            email: string;
            /** @description Whether the caller is signed in to the account, so that no password is needed. */
            isOwn: boolean;
            /** @description False for the link in a receipt whose address has no account: `register` takes the token. */
            hasAccount: boolean;
        };
        /**
         * Format: password
         * @description An existing password. The rules for new passwords are not checked.
         */
        CurrentPassword: string;
        /** @description The token from the mail, and the proof that the account is the caller's own. */
        EmailVerification: {
            token: components["schemas"]["MailToken"];
            /** @description The password of the account. Required unless the caller is signed in to it. */
            password?: components["schemas"]["CurrentPassword"];
        };
        /** @description Whom a link invites. */
        Invitation: {
            /** @description The e-mail address of the account. */
            email: string;
            /** @description The display name of the account. */
            name: string;
            /**
             * Format: date-time
             * @description The end of the link.
             */
            expiresAt: string;
        };
        /**
         * Format: password
         * @description 8 to 127 characters with an uppercase and a lowercase letter, a number and a special character. Not one of 49,000
         *     common passwords, also not with up to five numbers or signs added at its ends, or with signs in place of letters.
         */
        NewPassword: string & (string);
        /** @description The token of an invitation and the first password. */
        InvitationAcceptance: {
            token: components["schemas"]["MailToken"];
            password: components["schemas"]["NewPassword"];
        };
        /** @description A code of 6 digits from an authenticator app, or a recovery code. Case, spaces and dashes are ignored. */
        SignInCode: string;
        /**
         * @description The answer to `work-required`: the `challenge`, a dot, and a text of your choice of at most 32 letters and digits, so that
         *     the SHA-256 of the whole begins with as many zero bits as `bits` says.
         */
        ProofOfWork: string;
        /** @description The e-mail address and the password to sign in with. */
        Credentials: {
            /** @description The e-mail address of the account. */
            email: components["schemas"]["Email"];
            /** @description The password of the account. */
            password: components["schemas"]["CurrentPassword"];
            /** @description A code of the authenticator app or a recovery code, if the account needs one (`code-required`). */
            code?: components["schemas"]["SignInCode"];
            /**
             * @description Whether the cookies outlive the browser session. The refresh token is valid for 30 days if true, 12 hours if not.
             *     It counts for the whole session; a refresh cannot turn it on.
             * @default true
             */
            remember?: boolean;
            proof?: components["schemas"]["ProofOfWork"];
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
        /** @description What to compute before the call is repeated. */
        Work: {
            /** @description A text that is good for one call of this operation from this network, with the same e-mail address, for two minutes. */
            challenge: string;
            /** @description The number of zero bits with which the SHA-256 of the proof must begin. */
            bits: number;
        };
        /** @description Too many attempts. `work-required` can be answered at once with a proof of work. */
        LimitedProblem: {
            type: components["schemas"]["ProblemType"];
            /** @description The HTTP status. */
            status: number;
            /** @description A short name of the kind of problem. */
            title: string;
            /** @description The reason for this failure. */
            detail: string;
            /** @description The path of the request that failed. */
            instance?: string;
            /** @description Only with `work-required`. */
            work?: components["schemas"]["Work"];
        };
        /** @description The account whose password is forgotten. */
        PasswordResetRequest: {
            /** @description The e-mail address of the account. */
            email: components["schemas"]["Email"];
            proof?: components["schemas"]["ProofOfWork"];
        };
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
            /** @description The token of the link in a receipt that went to this address. It confirms the address, so that no other mail is sent. */
            token?: components["schemas"]["MailToken"];
            proof?: components["schemas"]["ProofOfWork"];
        };
        /** @description The owner of an account. */
        SecondFactorRemovalRequest: {
            /** @description The e-mail address of the account. */
            email: components["schemas"]["Email"];
            /** @description The password of the account. */
            password: components["schemas"]["CurrentPassword"];
            proof?: components["schemas"]["ProofOfWork"];
        };
        /** @description A second factor that is going to be removed. */
        SecondFactorRemoval: {
            /**
             * Format: date-time
             * @description The time of the removal.
             */
            dueAt: string;
        };
        /** @description The token from the mail. */
        AccountReport: {
            token: components["schemas"]["MailToken"];
        };
        /** @description Bytes in base64url, without padding. */
        Base64url: string;
        /** @description An `AuthenticationResponseJSON` of WebAuthn. */
        AuthenticationResponse: {
            /** @description The id of the credential. */
            id: components["schemas"]["Base64url"];
            /** @description The same id. */
            rawId: components["schemas"]["Base64url"];
            /**
             * @description The kind of credential.
             * @constant
             */
            type: "public-key";
            /** @description Where the authenticator is: `platform` or `cross-platform`. */
            authenticatorAttachment?: string | null;
            /** @description The results of extensions. They are ignored. */
            clientExtensionResults?: Record<string, never>;
            /** @description What the authenticator signed. */
            response: {
                /** @description The challenge, the origin and the kind of ceremony. */
                clientDataJSON: components["schemas"]["Base64url"];
                /** @description The flags and the counter. */
                authenticatorData: components["schemas"]["Base64url"];
                /** @description The signature. */
                signature: components["schemas"]["Base64url"];
                /** @description The random handle of the account. */
                userHandle?: string | null;
            };
        };
        /** @description The answer of a passkey. */
        PasskeyLogin: {
            response: components["schemas"]["AuthenticationResponse"];
            /**
             * @description Whether the cookies outlive the browser session. The refresh token is valid for 30 days if true, 12 hours if not.
             * @default true
             */
            remember?: boolean;
        };
        /** @description The `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
        PasskeyRequestOptions: {
            /** @description The challenge. */
            challenge: components["schemas"]["Base64url"];
        } & {
            [key: string]: unknown;
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
         * @description An absolute URL of the client. Its origin must be this site or an origin that the server allows. For a sign-in it
         *     can also be an address of a native app that the server knows, such as `ringside://sign-in`, with any query.
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
            /**
             * Format: date-time
             * @description The end of the session, however often its tokens are refreshed.
             */
            endsAt: string;
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
        /** @description A password, with a code if the account has an authenticator app, or a code alone, or the answer of a passkey. */
        StepUp: {
            /** @description The password of the account. */
            password?: components["schemas"]["CurrentPassword"];
            code?: components["schemas"]["SignInCode"];
            passkey?: components["schemas"]["AuthenticationResponse"];
        };
        /** @description The ways in which the signed-in user can prove who they are. */
        StepUpOptions: {
            /** @description Whether the account has a password. */
            hasPassword: boolean;
            /** @description Whether the password needs a code beside it. */
            needsCode: boolean;
            /** @description Whether a code can prove the second factor. That of a frozen app cannot, a recovery code can. */
            codeProves: boolean;
            /**
             * @description The `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, or null if the account has no passkey or passkeys do not
             *     work at this address.
             */
            passkey: ({
                /** @description The challenge. */
                challenge: components["schemas"]["Base64url"];
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description The codes of the providers that the account signs in with. */
            providers: string[];
        };
        /** @description The refresh token. */
        TokenRefresh: {
            /** @description The refresh token. The default is the cookie `refreshToken`. */
            refreshToken?: string;
            /**
             * @description `false` makes the session end with the browser session, and its refresh tokens valid for 12 hours, for good.
             *     `true` changes nothing: the sign-in has chosen, and no refresh makes a session longer.
             */
            remember?: boolean;
            /**
             * @description Names this refresh in all its tries: a random text of the client's. When no answer comes, the same token with the
             *     same attempt gets the same new refresh token again, until that one has been used.
             */
            attempt?: string;
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
        /** @description A new account for a person who sets the password by mail. */
        UserInvitation: {
            /** @description The display name. The default is the other names joined, as many as fit into 255 characters. */
            name?: components["schemas"]["Name"];
            /** @description The given name. */
            firstName: components["schemas"]["Name"];
            /** @description The middle name or name prefix. */
            middleName?: components["schemas"]["NullableText255"];
            /** @description The family name. */
            lastName: components["schemas"]["Name"];
            /** @description The e-mail address that is invited. */
            email: components["schemas"]["Email"];
            phone?: components["schemas"]["NullablePhone"];
            /** @description The roles of the user. Needs `identity.user:access_update`. */
            roleCodes?: components["schemas"]["RoleCode"][];
            /** @description The permissions that the user holds directly. Needs `identity.user:access_update`. */
            permissionCodes?: components["schemas"]["PermissionCode"][];
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
             * @description The time of an invitation that is not accepted yet; otherwise null.
             */
            invitedAt: string | null;
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
        /** @description The secret of a new authenticator app. */
        AuthenticatorSecret: {
            /** @description The secret in base32, to type in. */
            secret: string;
            /** @description The same as an `otpauth:` address, for a QR code. */
            uri: string;
        };
        /** @description A code of 6 digits from an authenticator app. Spaces are ignored. */
        AuthenticatorCode: string;
        /** @description A first code. */
        AuthenticatorConfirmation: {
            code: components["schemas"]["AuthenticatorCode"];
        };
        /** @description Ten recovery codes. Each replaces one code of the app, once. */
        RecoveryCodes: {
            /** @description The codes. */
            recoveryCodes: string[];
        };
        /** @description The new e-mail address, and the password as proof. */
        OwnEmailUpdate: {
            /** @description The new e-mail address. */
            email: components["schemas"]["Email"];
            /** @description The password of the account. */
            currentPassword: components["schemas"]["CurrentPassword"];
        };
        /** @description A passkey of the signed-in user. */
        Passkey: {
            /**
             * Format: uuid
             * @description The id of the passkey.
             */
            id: string;
            /** @description The name by which the owner recognises it. */
            name: string;
            /** @description Whether it is kept by a password manager on several devices, and not by one device alone. */
            isSynced: boolean;
            /**
             * Format: date-time
             * @description The time at which it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time of the last sign-in or step-up with it.
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description The time of a report of the account that has frozen it: it neither signs in nor proves anything. Null: it is not frozen.
             */
            frozenAt: string | null;
        };
        /** @description The passkeys of the signed-in user. */
        PasskeyList: {
            /** @description The passkeys. */
            data: components["schemas"]["Passkey"][];
            /** @description The total number. */
            total: number;
        };
        /** @description A name of 1 to 64 characters. It is trimmed. */
        PasskeyName: string;
        /** @description A `RegistrationResponseJSON` of WebAuthn. */
        RegistrationResponse: {
            /** @description The id of the credential. */
            id: components["schemas"]["Base64url"];
            /** @description The same id. */
            rawId: components["schemas"]["Base64url"];
            /**
             * @description The kind of credential.
             * @constant
             */
            type: "public-key";
            /** @description Where the authenticator is: `platform` or `cross-platform`. */
            authenticatorAttachment?: string | null;
            /** @description The results of extensions. They are ignored. */
            clientExtensionResults?: Record<string, never>;
            /** @description What the authenticator made. */
            response: {
                /** @description The challenge, the origin and the kind of ceremony. */
                clientDataJSON: components["schemas"]["Base64url"];
                /** @description The public key and the flags. */
                attestationObject: components["schemas"]["Base64url"];
                /** @description The ways to reach the authenticator. */
                transports?: string[];
            };
        };
        /** @description A new passkey. */
        PasskeyCreate: {
            /** @description The name. The default is the name of the device. */
            name?: components["schemas"]["PasskeyName"];
            response: components["schemas"]["RegistrationResponse"];
        };
        /** @description The `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
        PasskeyCreationOptions: {
            /** @description The challenge. */
            challenge: components["schemas"]["Base64url"];
            /** @description The name and the host of this site. */
            rp: {
                [key: string]: unknown;
            };
            /** @description A random handle, and the names to show. */
            user: {
                [key: string]: unknown;
            };
            /** @description The accepted algorithms. */
            pubKeyCredParams: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        /** @description The new name. */
        PasskeyUpdate: {
            name: components["schemas"]["PasskeyName"];
        };
        /** @description The new password, and the old one as proof. */
        OwnPasswordUpdate: {
            /** @description The old password. Required unless the account has none. */
            currentPassword?: components["schemas"]["CurrentPassword"];
            password: components["schemas"]["NewPassword"];
        };
        /** @description What a user has chosen for all devices. */
        Preferences: {
            /** @description Whether clients show the results of all events without asking. */
            showsResults: boolean;
        };
        /** @description What a user chooses for all devices. */
        PreferencesUpdate: {
            /** @description Whether clients show the results of all events without asking. */
            showsResults: boolean;
        };
        /** @description The second factor of the signed-in user. */
        SecondFactor: {
            /** @description Whether the account has a password. */
            hasPassword: boolean;
            /** @description The authenticator app, or null. */
            authenticator: {
                /**
                 * Format: date-time
                 * @description The time at which it was set up.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description The time of a report of the account that has frozen it: sign-ins still ask for its code, which proves nothing else. Null: it is not frozen.
                 */
                frozenAt: string | null;
            } | null;
            /** @description The number of recovery codes that are not used yet. */
            recoveryCodesLeft: number;
            /** @description The number of passkeys, frozen ones too. */
            passkeys: number;
            /** @description The number of passkeys that are frozen. */
            frozenPasskeys: number;
            /** @description Whether this server requires a second factor of this account. */
            isRequired: boolean;
            /** @description Whether this session has proved a second factor. If one is required and not proved, operations that need a permission are refused (`second-factor-required`). */
            isProved: boolean;
            /** @description Whether somebody else must first allow this account to set up its first second factor: another administrator (`allowUserSecondFactor`) or the operator. */
            needsAllowance: boolean;
            /**
             * Format: date-time
             * @description The time at which passkeys and authenticator app are removed, because somebody with the password says that they are lost; null without such a request.
             */
            removalAt: string | null;
        };
        /** @description A sign-in provider as the operator has configured it. */
        ConfiguredProvider: {
            /** @description The name in URLs. */
            code: string;
            /** @description The display name. */
            name: string;
            /** @description The address of the issuer. */
            issuer: string;
            /**
             * Format: uri
             * @description The redirect URI that must be registered at the provider.
             */
            callbackUrl: string;
            /**
             * @description `ok`: the provider answers. `failed`: it does not, and nobody can sign in with it.
             * @enum {string}
             */
            state: "ok" | "failed";
            /** @description The state in words, or the code of the failure. */
            detail: string;
            /** @description The number of accounts with an identity at this provider. */
            users: number;
            /**
             * Format: date-time
             * @description The time of the last sign-in with it; null if none is known.
             */
            lastSignInAt: string | null;
        };
        /** @description The configured sign-in providers. */
        ConfiguredProviderList: {
            /** @description The providers. */
            data: components["schemas"]["ConfiguredProvider"][];
            /** @description The total number. */
            total: number;
        };
        /** @description A condition on something that is true or false. */
        BooleanCondition: {
            /** @description equal to */
            eq?: boolean;
            /** @description not equal to */
            ne?: boolean;
        };
        /** @description Selects users. */
        UserFilter: {
            /** @description The display name. */
            name?: components["schemas"]["TextCondition"];
            /** @description The e-mail address. */
            email?: components["schemas"]["TextCondition"];
            /** @description Whether the e-mail address is confirmed. */
            emailVerified?: components["schemas"]["BooleanCondition"];
            /** @description Whether an invitation is not accepted yet. */
            isInvited?: components["schemas"]["BooleanCondition"];
            /** @description The code of at least one role. Needs `identity.user:access_read`. */
            roleCode?: components["schemas"]["TextCondition"];
            /** @description The time when the account was created. */
            createdAt?: components["schemas"]["DateCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["UserFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["UserFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["UserFilter"];
        };
        /** @description A page of users. */
        UserList: {
            /** @description The users of this page. */
            data: components["schemas"]["User"][];
            /** @description The number of users that match `q` and the filter. */
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
        /** @description Changes of an account. A field that is left out keeps its value; null clears an optional field. */
        UserUpdate: {
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
        /** @description A device on which a user is signed in. */
        UserLoginSession: {
            /**
             * Format: uuid
             * @description The id of the login session.
             */
            id: string;
            /** @description The browser and the platform. */
            deviceName: string;
            /**
             * Format: date-time
             * @description The time of the sign-in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The last use, to within ten minutes.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used again.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it ends however often it is used.
             */
            endsAt: string;
        };
        /** @description The devices of a user. */
        UserLoginSessionList: {
            /** @description The devices. */
            data: components["schemas"]["UserLoginSession"][];
            /** @description The total number. */
            total: number;
        };
        /** @description A new password for another user. */
        UserPasswordUpdate: {
            password: components["schemas"]["NewPassword"];
        };
        /** @description An identity of the user at a sign-in provider. */
        UserProviderIdentity: {
            /** @description The display name of the provider; null if it is not configured any more. */
            name: string | null;
            /** @description The issuer of the identity. */
            issuer: string;
            /**
             * Format: date-time
             * @description The time when it was linked.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time of the last sign-in with it; null if none is known.
             */
            lastUsedAt: string | null;
        };
        /** @description The ways in which a user can sign in. */
        UserSignInWays: {
            /** @description Whether the account has a password. */
            hasPassword: boolean;
            /** @description The number of passkeys. */
            passkeys: number;
            /**
             * Format: date-time
             * @description The time when the authenticator app was set up; null without one.
             */
            authenticatorSince: string | null;
            /** @description The number of recovery codes that were not used yet. */
            recoveryCodesLeft: number;
            /** @description Whether a report of the account has frozen a passkey or the authenticator app. */
            isFrozen: boolean;
            /** @description Whether the server requires a second factor of the user and nobody has allowed them to set up the first one. */
            needsAllowance: boolean;
            /** @description The identities at sign-in providers. */
            providers: components["schemas"]["UserProviderIdentity"][];
        };
        /** @description A year. */
        FilterYear: number;
        /** @description Conditions on a year. */
        YearCondition: {
            /** @description the same year */
            eq?: components["schemas"]["FilterYear"];
            /** @description another year */
            ne?: components["schemas"]["FilterYear"];
            /** @description later */
            gt?: components["schemas"]["FilterYear"];
            /** @description the same or later */
            gte?: components["schemas"]["FilterYear"];
            /** @description earlier */
            lt?: components["schemas"]["FilterYear"];
            /** @description the same or earlier */
            lte?: components["schemas"]["FilterYear"];
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
            /** @description The city of the venue. */
            "location.cityName"?: components["schemas"]["TextCondition"];
            /** @description The country of the venue. */
            "location.countryName"?: components["schemas"]["TextCondition"];
            /** @description The year of the start, on the venue's clock. */
            year?: components["schemas"]["YearCondition"];
            /** @description Whether it has blocks and none of them needs an access. */
            isFree?: components["schemas"]["BooleanCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["CompetitionFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["CompetitionFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["CompetitionFilter"];
        };
        /** @description The competitions of one year. */
        CompetitionYear: {
            /** @description The year of the start, on the venue's clock. */
            year: number;
            /** @description The number of competitions. */
            total: number;
        };
        /** @description The competitions of one city. */
        CompetitionCity: {
            /** @description The city of the venue. */
            cityName: string;
            /** @description The number of competitions. */
            total: number;
        };
        /** @description What a list of competitions can be narrowed to. */
        CompetitionFacets: {
            /** @description The number of competitions. */
            total: number;
            /** @description The number of those that are free, see `isFree` of the filter. */
            freeTotal: number;
            /** @description The years of their starts, the latest first. */
            years: components["schemas"]["CompetitionYear"][];
            /** @description Their cities in the order of the alphabet. Of more than 200, those with the most competitions. */
            cities: components["schemas"]["CompetitionCity"][];
        };
        /** @description A fighter where only the name stands. */
        FighterName: {
            /**
             * Format: uuid
             * @description The id of the fighter.
             */
            id: string;
            /** @description The name of the fighter in URLs. */
            slug: string;
            /** @description The name as it is announced. */
            name: string;
            /** @description The ring name. */
            nickname: string | null;
            /** @description The country in two letters of ISO 3166-1. */
            countryCode: string | null;
            /**
             * Format: uuid
             * @description The id of the fighter's picture; see *media*.
             */
            pictureId: string | null;
        };
        /** @description The main event of a night, as lists name it. */
        MainEvent: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            id: string;
            /** @description The title that is fought for. */
            title: string | null;
            /** @description The red corner; null means "to be announced". */
            red: components["schemas"]["FighterName"] | null;
            /** @description The blue corner; null means "to be announced". */
            blue: components["schemas"]["FighterName"] | null;
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
            /** @description The last bout of its card that is not cancelled; null without one. */
            mainEvent?: components["schemas"]["MainEvent"] | null;
        };
        /** @description A page of competitions. */
        CompetitionList: {
            /** @description The competitions of this page. */
            data: components["schemas"]["Competition"][];
            /** @description The number of competitions that match the filter. */
            total: number;
        };
        /**
         * @description A text of Markdown as HTML, which a page can show as it is: it has no script, no style sheet, and no frame. Links are
         *     `http`, `https`, `mailto`, `tel` or lead to this site. Images are pictures of this site. Headings begin at `h2`. A text
         *     that exceeds the limits of Markdown comes without markup.
         */
        SafeHtml: string | null;
        /**
         * @description A `hidden` competition is in no list.
         * @enum {string}
         */
        CompetitionStatus: "public" | "hidden";
        /**
         * Format: uuid
         * @description The stream that the live page shows first while it is active; null, or while it is inactive: the lightest active
         *     stream of the current block.
         */
        FeaturedStreamId: string | null;
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
            /**
             * @description What the encoder of the stream does. `waiting`: there was no picture yet. `live`: the picture plays.
             *     `interrupted`: the picture is lost and may come back; until then a slate plays. `ended`: the stream is a replay.
             *     null: no encoder feeds the stream, and the dates of the block say when it is live.
             * @enum {string|null}
             */
            broadcast: "waiting" | "live" | "interrupted" | "ended" | null;
            /** @description False for a stream whose broadcast has ended without a recording. It has no signed URL. */
            hasReplay: boolean;
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
            /** @description The live streams in order of weight; missing with `blocks.liveStreams=false`. */
            liveStreams?: components["schemas"]["CompetitionLiveStream"][];
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
            /** @description The same text as HTML. */
            contentHtml: components["schemas"]["SafeHtml"];
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
            status: components["schemas"]["CompetitionStatus"];
            /** @description The price of an access to the whole event. */
            stripePriceId: string | null;
            banner: components["schemas"]["Banner"];
            featuredStreamId: components["schemas"]["FeaturedStreamId"];
            /** @description The blocks in order of time; missing with `blocks=false`. */
            blocks?: components["schemas"]["CompetitionBlock"][];
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
        /** @description Where a bout begins, by the clock of the pictures (`EXT-X-PROGRAM-DATE-TIME`). */
        BoutChapter: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            /**
             * Format: date-time
             * @description Where an organiser has set it; otherwise a few seconds before the walkout or, without one, the first bell.
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description The first bell; null before it and in a film.
             */
            bellAt: string | null;
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
            /** @description Where the user stopped watching this recording; missing to begin at its beginning. */
            positionSeconds?: number;
            /** @description Where the bouts begin, in their order; missing while nothing has been rung or set. */
            chapters?: components["schemas"]["BoutChapter"][];
        };
        /** @description The reason why this stream cannot be watched now. */
        WatchRefused: {
            /**
             * @description The kind of problem.
             * @enum {string}
             */
            type: "/problems/stream-inactive" | "/problems/access-required" | "/problems/access-not-started" | "/problems/access-ended" | "/problems/device-limit" | "/problems/playback-shared" | "/problems/csrf-verification-failed";
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
        /** @description When a block is. */
        CompetitionScheduleBlock: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            id: string;
            /** @description The name in URLs. */
            slug: string;
            /** @description The name. */
            name: string;
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
            /** @description Whether a viewer needs an access to watch. */
            paymentRequired: boolean;
        };
        /** @description When a competition and its blocks are. */
        CompetitionSchedule: {
            /**
             * Format: uuid
             * @description The id of the competition.
             */
            id: string;
            /** @description The name in URLs. */
            slug: string;
            /** @description The name. */
            name: string;
            status: components["schemas"]["CompetitionStatus"];
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
            /** @description The blocks in order of time. */
            blocks: components["schemas"]["CompetitionScheduleBlock"][];
        };
        /** @description The competition and its schedule as they are now. */
        CompetitionChanged: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "competition";
            data: components["schemas"]["CompetitionSchedule"];
        };
        /** @description The live streams of a block. */
        CompetitionBlockStreams: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            blockId: string;
            /** @description The live streams in order of weight. */
            liveStreams: components["schemas"]["CompetitionLiveStream"][];
        };
        /** @description The live streams of a competition. */
        CompetitionStreams: {
            featuredStreamId: components["schemas"]["FeaturedStreamId"];
            /** @description The blocks in order of time. */
            blocks: components["schemas"]["CompetitionBlockStreams"][];
        };
        /** @description The live streams as they are now. */
        CompetitionStreamsChanged: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "streams";
            data: components["schemas"]["CompetitionStreams"];
        };
        /** @description The banner as it is now. */
        CompetitionBannerChanged: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "banner";
            data: components["schemas"]["Banner"];
        };
        /** @description A bout that is on. */
        BoutOn: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            /**
             * @description `stopped`: the referee has stopped the fight within a round; it may go on.
             * @enum {string}
             */
            phase: "walkout" | "round" | "break" | "stopped";
            /** @description The last round that has begun; null before the first. */
            round: number | null;
        };
        /** @description When a bout is expected to begin, in whole minutes. */
        ExpectedBout: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            /**
             * Format: date-time
             * @description The expected time.
             */
            at: string;
            /**
             * Format: date-time
             * @description The begin of the span that holds four times out of five.
             */
            earliest: string;
            /**
             * Format: date-time
             * @description The end of this span.
             */
            latest: string;
            /** @description Whether nothing has been rung in its ring yet: it is the printed plan. */
            isPlan: boolean;
        };
        /** @description How much later than a moment its picture is stamped, by encoder and network. */
        VenueDelay: {
            /**
             * Format: uuid
             * @description The id of the live stream.
             */
            liveStreamId: string;
            /** @description The delay. */
            milliseconds: number;
        };
        /**
         * @description What is on, what is over, and when the rest is expected. It became so at `at`. A player shows it when its picture was taken at that
         *     time or later; a viewer whose picture is behind must not learn of it earlier. Nothing of it is a result.
         *
         *     A state takes the place of each earlier one whose `at` is not before its own: a bell was undone, or came late.
         */
        CardState: {
            /**
             * Format: date-time
             * @description When the last bell was rung; null before the first one.
             */
            at: string | null;
            /** @description Another one when a bout has come, gone, changed or moved: read the card again. */
            cardTag: string;
            /** @description The bouts that are on: one for each ring, or none. */
            on: components["schemas"]["BoutOn"][];
            /** @description The ids of the bouts that are over. */
            overBoutIds: string[];
            /** @description The bouts to come that are not cancelled, in the order of the card. A bout that was passed over has no time. */
            expected: components["schemas"]["ExpectedBout"][];
            /** @description The clocks of the live streams. */
            venueDelays: components["schemas"]["VenueDelay"][];
        };
        /** @description How far the fight night has come. */
        CompetitionCardChanged: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "card";
            data: components["schemas"]["CardState"];
        };
        /** @description The competition is a draft again or was deleted. The stream ends. */
        CompetitionGone: {
            /** @description The same for the same content, on every server. */
            id: string;
            /**
             * @description The type of the event.
             * @constant
             */
            event: "gone";
            /** @description Always empty. */
            data: Record<string, never>;
        };
        /** @description One event of the stream of a competition. */
        CompetitionStreamEvent: components["schemas"]["CompetitionChanged"] | components["schemas"]["CompetitionStreamsChanged"] | components["schemas"]["CompetitionBannerChanged"] | components["schemas"]["CompetitionCardChanged"] | components["schemas"]["CompetitionGone"];
        /** @description The competition of a bout. */
        BoutCompetition: {
            /**
             * Format: uuid
             * @description The id of the competition.
             */
            id: string;
            /** @description The name of the competition in URLs. */
            slug: string;
            /** @description The name of the competition. */
            name: string;
            /** @description The time zone of the venue. */
            timezone: string;
        };
        /** @description The block of a bout. Its slug leads to its picture, live or as a replay. */
        BoutBlock: {
            /**
             * Format: uuid
             * @description The id of the block.
             */
            id: string;
            /** @description The name of the block in URLs. */
            slug: string;
            /** @description The name of the block. */
            name: string;
            /**
             * Format: date-time
             * @description When it begins.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description When it is planned to end.
             */
            endDate: string;
        };
        /** @description A bout as one of its fighters has it. */
        FighterBout: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            id: string;
            corner: components["schemas"]["Corner"];
            /** @description Who stands in the other corner; null means "to be announced". */
            opponent: components["schemas"]["FighterName"] | null;
            /** @description The name of the weight class. */
            weightClass: string | null;
            /** @description The limit in kilograms. */
            weightLimitKg: number | null;
            /** @description Whether a weight was agreed upon outside of the classes. */
            isCatchweight: boolean;
            /** @description The number of rounds. */
            rounds: number;
            /** @description The length of a round. */
            roundSeconds: number;
            /** @description The title that is fought for. */
            title: string | null;
            status: components["schemas"]["BoutStatus"];
            /** @description Why it was cancelled, or a fighter replaced. */
            statusReason: string | null;
            competition: components["schemas"]["BoutCompetition"];
            block: components["schemas"]["BoutBlock"];
        };
        /** @description A fighter as viewers see them. Nothing of it tells a result. */
        FighterProfile: {
            /**
             * Format: uuid
             * @description The id of the fighter.
             */
            id: string;
            /** @description The name of the fighter in URLs. */
            slug: string;
            /** @description The name as it is announced. */
            name: string;
            /** @description The ring name. */
            nickname: string | null;
            /** @description The country in two letters of ISO 3166-1. */
            countryCode: string | null;
            /**
             * Format: uuid
             * @description The id of the fighter's picture; see *media*.
             */
            pictureId: string | null;
            /**
             * Format: date
             * @description The day of birth.
             */
            birthDate: string | null;
            /** @description The height in centimetres. */
            heightCm: number | null;
            /** @description The reach in centimetres. */
            reachCm: number | null;
            stance: components["schemas"]["Stance"];
            /** @description The gym or team. */
            gym: string | null;
            /** @description What the fighter had fought before Ringside; null if it is not known. */
            record: components["schemas"]["FightRecord"] | null;
            /** @description The bouts on public events, the latest first. */
            bouts: components["schemas"]["FighterBout"][];
        };
        /** @description The official result of a bout. */
        CompetitionResult: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            /**
             * Format: uuid
             * @description The id of its block.
             */
            blockId: string;
            /** @description Its number. It grows with each correction, and may leave numbers out. */
            version: number;
            /**
             * Format: date-time
             * @description Since when it is official.
             */
            updatedAt: string;
            /** @description Who fought in the red corner. */
            red: components["schemas"]["ResultFighter"];
            /** @description Who fought in the blue corner. */
            blue: components["schemas"]["ResultFighter"];
            winner: components["schemas"]["ResultWinner"];
            method: components["schemas"]["ResultMethod"];
            /** @description The round in which it ended; null if it is not known or went the distance. */
            round: number | null;
            /** @description The time in that round. */
            seconds: number | null;
            /** @description The points of the judges. */
            scorecards: components["schemas"]["Scorecard"][];
            /** @description What else there is to say, for viewers. */
            note: string | null;
        };
        /** @description The official results of a competition. */
        CompetitionResultList: {
            /** @description The results in the order of the card. */
            data: components["schemas"]["CompetitionResult"][];
            /** @description The number of results. */
            total: number;
        };
        /** @description What a fighter has won and lost. */
        FighterRecord: {
            /**
             * Format: uuid
             * @description The id of the fighter.
             */
            fighterId: string;
            /** @description The name of the fighter in URLs. */
            slug: string;
            /** @description The name as it is announced. */
            name: string;
            /** @description Before Ringside, as told by the promoter; null if it is not known. */
            before: components["schemas"]["FightRecord"] | null;
            /** @description With the official results after its day. If `before` is null, it counts these alone. */
            record: components["schemas"]["FightRecord"];
        };
        /** @description A bout that a search has found. Nothing of it tells a result. */
        FoundBout: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            id: string;
            /** @description The red corner; null means "to be announced". */
            red: components["schemas"]["FighterName"] | null;
            /** @description The blue corner; null means "to be announced". */
            blue: components["schemas"]["FighterName"] | null;
            /** @description The title that is fought for. */
            title: string | null;
            /** @description The name of the weight class. */
            weightClass: string | null;
            status: components["schemas"]["BoutStatus"];
            competition: components["schemas"]["BoutCompetition"];
            block: components["schemas"]["BoutBlock"];
        };
        /** @description What the words find, in groups. A group without hits is empty. */
        SearchHits: {
            /** @description Fighters on public cards, by how well the words fit. */
            fighters: components["schemas"]["FighterName"][];
            /** @description Bouts of public events. What has not ended comes first, the soonest at the top, then the others, the latest at the top. */
            bouts: components["schemas"]["FoundBout"][];
            /** @description Public events, in the same order. */
            competitions: components["schemas"]["Competition"][];
        };
        /**
         * @description `wide`, the 16:9 picture of an event, or `portrait`, the 4:5 picture of a person.
         * @enum {string}
         */
        ImageShape: "wide" | "portrait";
        /** @description A picture file. */
        ImageUpload: {
            /**
             * Format: binary
             * @description JPEG, PNG, WebP or AVIF, at most 10 MB and at least 1280 x 720; a portrait at least 640 x 800.
             */
            file: string;
        };
        /**
         * @description A picture. Its files are at `/media/pictures/{id}/{width}.avif` (or `.webp`, `.jpg`) in each of `widths`: 16:9, a
         *     portrait 4:5. A wide picture has square files for lock screens at `/media/pictures/{id}/artwork-{width}.jpg` in each of
         *     `artworkWidths`, a portrait has squares at `/media/pictures/{id}/square-{width}.avif` (or `.webp`, `.jpg`) in each of
         *     `squareWidths`. The files never change. Anyone who knows the id can read them.
         */
        Image: {
            /**
             * Format: uuid
             * @description The id of the picture: the `pictureId` of an event or a fighter.
             */
            id: string;
            shape: components["schemas"]["ImageShape"];
            /** @description The width of the uploaded picture after rotation. */
            width: number;
            /** @description The height of the uploaded picture after rotation. */
            height: number;
            /** @description The widths of its files of 16:9 or 4:5. A smaller upload is enlarged. */
            widths: (240 | 320 | 480 | 640 | 960 | 1280 | 1920)[];
            /** @description The widths of the square JPEG files of a wide picture; empty for a portrait. */
            artworkWidths: (96 | 128 | 192 | 256 | 384 | 512)[];
            /** @description The widths of the square files of a portrait; empty for a wide picture. */
            squareWidths: (112 | 224 | 448)[];
            /**
             * Format: date-time
             * @description The time of the upload.
             */
            createdAt: string;
        };
        /** @description A video of Cloudflare Stream. This schema names only the fields that the server reads. */
        CloudflareVideo: {
            /** @description What became of it. */
            status: {
                /** @description `ready`, `error` or a state on the way there. */
                state: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description An event of Mux. This schema names only the fields that the server reads. */
        MuxEvent: {
            /** @description The type of the event. */
            type: string;
        } & {
            [key: string]: unknown;
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
        /** @description Seconds from the beginning of a recording. */
        Position: number;
        /** @description The reason why a playback session is not active. */
        PlaybackEnded: {
            /**
             * @description The reason for the end of the session, or `not-found` for an unknown session.
             * @enum {string}
             */
            type: "/problems/not-found" | "/problems/playback-ended-by-device-limit" | "/problems/playback-ended-by-replacement" | "/problems/playback-ended-by-expiry" | "/problems/playback-ended-by-stop" | "/problems/playback-ended-by-access" | "/problems/playback-ended-by-shared";
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
        /** @description A playlist that needs no request. */
        PlaylistText: {
            /**
             * Format: uri-reference
             * @description Its URL.
             */
            url: string;
            /** @description What the URL answers (RFC 8216bis). */
            text: string;
        };
        /** @description Everything that a watch page needs for its first picture. */
        Watch: {
            competition: components["schemas"]["CompetitionDetail"];
            /**
             * Format: uuid
             * @description The block of the stream.
             */
            blockId: string;
            /**
             * Format: uuid
             * @description The stream that the page shows first.
             */
            liveStreamId: string;
            signedUrl: components["schemas"]["SignedUrl"];
            /**
             * @description The master playlist and the playlist of the rung to begin with, as they are at this moment. A text that is too long
             *     is left out. null: the video is kept elsewhere, or has no playlist yet. What is left out is loaded from its URL.
             */
            playlists: components["schemas"]["PlaylistText"][] | null;
            /**
             * @description The URLs of an initialization segment and of the segment or the parts with which the picture begins, in this order.
             *     Empty without playlists.
             */
            files: string[];
        };
        /**
         * @description A stream that the user has watched. It says neither how long the recording is nor how much of it is left, because both may
         *     give a result away.
         */
        Viewing: {
            /**
             * Format: uuid
             * @description The id of the stream.
             */
            liveStreamId: string;
            /** @description The name of the stream. */
            streamName: string;
            /** @description The competition of the stream. */
            competition: {
                /**
                 * Format: uuid
                 * @description The id of the competition.
                 */
                id: string;
                /** @description The name of the competition. */
                name: string;
                /** @description The slug of the competition. */
                slug: string;
                /**
                 * Format: uuid
                 * @description The id of its picture; null without one.
                 */
                pictureId: string | null;
            };
            /** @description The block of the stream. */
            block: {
                /**
                 * Format: uuid
                 * @description The id of the block.
                 */
                id: string;
                /** @description The name of the block. */
                name: string;
                /** @description The slug of the block. */
                slug: string;
            };
            /**
             * Format: date-time
             * @description The time at which the user began to watch it.
             */
            firstWatchedAt: string;
            /**
             * Format: date-time
             * @description The time at which the user last watched it; exact to 5 minutes.
             */
            lastWatchedAt: string;
        };
        /** @description A page of viewings, the newest first. */
        ViewingList: {
            /** @description The viewings of this page. */
            data: components["schemas"]["Viewing"][];
            /** @description The total number. */
            total: number;
        };
        /** @description Where a recording plays. */
        ViewingPosition: {
            positionSeconds: components["schemas"]["Position"];
        };
        /** @description A competition that the user asked to be reminded of. */
        Reminder: {
            /** @description The competition. */
            competition: {
                /**
                 * Format: uuid
                 * @description The id of the competition.
                 */
                id: string;
                /** @description The name of the competition. */
                name: string;
                /** @description The slug of the competition. */
                slug: string;
                /**
                 * Format: uuid
                 * @description The id of its picture; null without one.
                 */
                pictureId: string | null;
                /**
                 * Format: date-time
                 * @description The time at which it begins.
                 */
                startDate: string;
                /**
                 * Format: date-time
                 * @description The time at which it ends.
                 */
                endDate: string;
                /** @description The time zone of its venue. */
                timezone: string;
            };
            /**
             * Format: date-time
             * @description The time at which the reminder was set.
             */
            createdAt: string;
        };
        /** @description A page of reminders, the next competition first. */
        ReminderList: {
            /** @description The reminders of this page. */
            data: components["schemas"]["Reminder"][];
            /** @description The total number. */
            total: number;
        };
        /** @description A bout of which the user wants to be told. */
        BoutReminder: {
            /**
             * Format: uuid
             * @description The id of the bout.
             */
            boutId: string;
            /** @description The name of the fighter in the red corner; null when it is to be announced. */
            redName: string | null;
            /** @description The name of the fighter in the blue corner; null when it is to be announced. */
            blueName: string | null;
            /**
             * @description Whether the bout takes place.
             * @enum {string}
             */
            status: "announced" | "cancelled" | "replaced";
            /** @description Whether the user was told that it is next. */
            isTold: boolean;
            /** @description Its competition. */
            competition: {
                /**
                 * Format: uuid
                 * @description The id of the competition.
                 */
                id: string;
                /** @description The name of the competition. */
                name: string;
                /** @description The slug of the competition. */
                slug: string;
                /**
                 * Format: date-time
                 * @description The time at which it begins.
                 */
                startDate: string;
                /** @description The time zone of its venue. */
                timezone: string;
            };
            /**
             * Format: date-time
             * @description The time at which the user asked.
             */
            createdAt: string;
        };
        /** @description A page of bouts of which the user wants to be told. */
        BoutReminderList: {
            /** @description The bouts of this page. */
            data: components["schemas"]["BoutReminder"][];
            /** @description The total number. */
            total: number;
        };
        /** @description Whether the user is reminded of one competition. */
        ReminderState: {
            /** @description Whether the reminder is set. */
            isSet: boolean;
        };
        /** @description How this device subscribes to push messages, and whether it did. */
        ReminderPush: {
            /** @description The public key of this platform (VAPID), an uncompressed point in base64url. */
            publicKey: string;
            /** @description The address at a push service that this browser gave; null when it gets no push messages. */
            endpoint: string | null;
            /** @description The services by which this server reaches native apps. */
            appServices: ("apns" | "fcm")[];
            /** @description The token that this app gave; null when it gets no push messages. */
            token: string | null;
        };
        /** @description A push subscription of a browser, as `PushSubscription.toJSON()` writes it. */
        PushSubscription: {
            /** @description The address at the push service of the browser. */
            endpoint: string;
            /** @description When the browser expects it to end, in milliseconds. It is not stored; the push service says when it has ended. */
            expirationTime?: number | null;
            /** @description The keys of the browser for this subscription. */
            keys: {
                /** @description Its public key on the curve P-256, an uncompressed point in base64url. */
                p256dh: string;
                /** @description Its secret for this subscription, in base64url. */
                auth: string;
            };
        };
        /** @description How a push service knows an installation of the native app. */
        AppPushToken: {
            /**
             * @description Apple's service (`apns`) or Google's (`fcm`).
             * @enum {string}
             */
            service: "apns" | "fcm";
            /** @description The token of the device. Apple's is written in lower-case hexadecimal digits. */
            token: string;
        };
        /** @description How the user is reminded. */
        ReminderSettings: {
            /** @description Whether reminders come by mail. */
            mails: boolean;
            /** @description Whether a mail comes about a bout too, if `mails` is set. */
            boutMails: boolean;
            /** @description Whether the address of the account is confirmed. Without that no reminder is mailed. */
            isEmailConfirmed: boolean;
        };
        /** @description How the user wants to be reminded. */
        ReminderSettingsUpdate: {
            /** @description Whether reminders come by mail. */
            mails: boolean;
            /** @description Whether a mail comes about a bout too, if `mails` is set. Without it the setting stays. */
            boutMails?: boolean;
        };
        /** @description The body of a one-click unsubscription (RFC 8058). */
        OneClick: {
            /** @description Always `One-Click`. */
            "List-Unsubscribe"?: string;
        };
        /** @description The settings of the platform. */
        Settings: {
            /** @description The name of the site, in the title of every page. */
            siteName: string;
            /** @description The address that viewers write to. */
            supportEmail: string | null;
            /** @description When buyers get their money back, in Markdown. */
            refundPolicy: string | null;
            /** @description The address of the imprint. */
            imprintUrl: string | null;
            /** @description The address of the privacy policy. */
            privacyUrl: string | null;
            /** @description The IANA time zone that a new event starts with. */
            defaultTimezone: string;
            /** @description Whether a second person confirms a result before it is official; null means as soon as two people have `event:result`. */
            confirmsResults: boolean | null;
        };
        /**
         * @description The name of the site, of 1 to 60 characters. It is trimmed first. Control characters, line breaks, and characters that
         *     change the direction of the text are refused.
         */
        SiteName: string;
        /**
         * Format: email
         * @description An e-mail address, or null for none. It is trimmed and lowercased, and an international domain becomes punycode.
         */
        NullableEmail: string | null;
        /**
         * Format: uri
         * @description An `https://` address without a user name, or null for none.
         */
        NullableHttpsUrl: string | null;
        /** @description Changes of the settings. A field that is left out keeps its value; null clears an optional field. */
        SettingsUpdate: {
            siteName?: components["schemas"]["SiteName"];
            /** @description The address that viewers write to. */
            supportEmail?: components["schemas"]["NullableEmail"];
            /** @description When buyers get their money back, in Markdown. */
            refundPolicy?: components["schemas"]["Markdown"];
            /** @description The address of the imprint. */
            imprintUrl?: components["schemas"]["NullableHttpsUrl"];
            /** @description The address of the privacy policy. */
            privacyUrl?: components["schemas"]["NullableHttpsUrl"];
            /** @description The IANA time zone that a new event starts with. */
            defaultTimezone?: components["schemas"]["Timezone"];
            /** @description Whether a second person confirms a result before it is official; null means as soon as two people have `event:result`. */
            confirmsResults?: boolean | null;
        };
        /** @description A failure, without secrets. */
        SystemError: {
            /**
             * Format: date-time
             * @description The time of the failure.
             */
            at: string;
            /** @description The failure in words or as a code. */
            detail: string;
        } | null;
        /** @description The state of one thing that the server works with. */
        AdapterState: {
            /**
             * @description What it is for. There is one `provider` for each sign-in provider.
             * @enum {string}
             */
            kind: "database" | "video" | "mail" | "storage" | "payment" | "provider";
            /** @description What runs, for example `PostgreSQL 17.4`. */
            name: string;
            /**
             * @description `ok`; `warning`: it works, but not as a public platform needs it; `failed`: it does not work now; `missing`: it is
             *     not configured.
             * @enum {string}
             */
            state: "ok" | "warning" | "failed" | "missing";
            /** @description The state in words, with what to do. */
            detail: string;
            /** @description The last failure; null if none is known. */
            lastError: components["schemas"]["SystemError"];
        };
        /** @description The last backup that the operator's command made. */
        BackupState: {
            /**
             * Format: date-time
             * @description The time of the last backup; null if none is known.
             */
            lastAt: string | null;
            /**
             * @description `ok`: at most 2 days old. `warning`: older. `missing`: none is known.
             * @enum {string}
             */
            state: "ok" | "warning" | "missing";
            /** @description The state in words. */
            detail: string;
        };
        /** @description The last deletion of expired data. */
        CleanUpState: {
            /**
             * Format: date-time
             * @description The end of the last clean-up.
             */
            lastAt: string;
            /**
             * @description `ok`: it runs. `warning`: it waits, because the date has leapt or no server ran for an hour.
             * @enum {string}
             */
            state: "ok" | "warning";
            /** @description The state in words, with what to do. */
            detail: string;
        };
        /** @description A page about the platform. */
        SystemLink: {
            /** @description The title of the page. */
            title: string;
            /**
             * Format: uri-reference
             * @description Its address, on this site or with `https://`.
             */
            href: string;
        };
        /** @description What runs behind the platform. */
        SystemState: {
            /**
             * Format: date-time
             * @description The time of the answer.
             */
            at: string;
            /** @description The version of the server. */
            version: string;
            /** @description What the server works with. */
            adapters: components["schemas"]["AdapterState"][];
            /** @description The last backup. */
            backup: components["schemas"]["BackupState"];
            /** @description The last clean-up. */
            cleanUp: components["schemas"]["CleanUpState"];
            /** @description The last encoders that were turned away and belong to no stream, the newest first. */
            attempts: components["schemas"]["EncoderAttempt"][];
            /** @description Where to read more. */
            links: components["schemas"]["SystemLink"][];
        };
        /** @description What every page shows of the site. */
        Site: {
            /** @description The name of the site, in the title of every page. */
            siteName: string;
            /** @description The address that viewers write to. */
            supportEmail: string | null;
            /** @description When buyers get their money back, in Markdown. */
            refundPolicy: string | null;
            /** @description The address of the imprint. */
            imprintUrl: string | null;
            /** @description The address of the privacy policy. */
            privacyUrl: string | null;
            /** @description The IANA time zone that a new event starts with. */
            defaultTimezone: string;
            /** @description The refund policy as HTML. */
            refundPolicyHtml: components["schemas"]["SafeHtml"];
            /**
             * @description True after a backup was restored, until the operator's command `go-live`: no mail, no push message and no call of a
             *     provider leaves. Otherwise left out.
             */
            isQuiet?: boolean;
        };
        /** @description The id of a price at the payment provider. */
        StripePriceId: string;
        /** @description The buyer, and the URLs to return to. */
        BuyRequest: {
            /** @description The e-mail address of the account that gets the access. */
            email: components["schemas"]["Email"];
            /** @description The URL that the payment page redirects to after the payment. The query parameter `checkoutId` is added to it, for `getCheckout`. */
            successUrl: components["schemas"]["ReturnUrl"];
            /** @description The URL that the payment page redirects to without a payment. */
            cancelUrl: components["schemas"]["ReturnUrl"];
            /**
             * @description A promotion code to apply. Left out, the buyer may enter one on the payment page. A code that cannot be used for this
             *     purchase is a 400 at `/promotion`, which never tells why.
             */
            promotion?: string;
        };
        /** @description The payment page. */
        BuyResult: {
            /**
             * Format: uri
             * @description The URL to send the browser to.
             */
            redirectUrl: string;
        };
        /** @description An event or a block that an order or a price opens. */
        SoldItem: {
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
        };
        /** @description The state of a payment page, for the page that it returns to. */
        Checkout: {
            /**
             * @description `open`: nothing was paid; the payment page can still be used. `processing`: paid, but the payment method takes
             *     some days. `unlocking`: the payment provider has reported nothing yet; ask again in a second. `paid`: done.
             *     `expired`: nothing was paid, and nothing will be. `refunded` and `disputed`: the money went back or is disputed.
             *     `revoked`: it cost nothing, and an organiser has taken it back.
             * @enum {string}
             */
            status: "open" | "processing" | "unlocking" | "paid" | "expired" | "refunded" | "disputed" | "revoked";
            /**
             * @description Only for a signed-in caller, and null for others. `granted`: the caller has the access. `unclaimed`: it was paid with
             *     the caller's address and belongs to no account yet; `claimCheckout` gives it to the caller. `other-address`: it was
             *     paid with another address than the caller's. `none`: it is not paid.
             * @enum {string|null}
             */
            access: "granted" | "unclaimed" | "other-address" | "none" | null;
            /** @description Whether the caller may call `claimCheckout`: they are signed in, and what is paid belongs to no account. */
            canClaim: boolean;
            /** @description What was bought. */
            items: components["schemas"]["SoldItem"][];
            /** @description The amount in the smallest unit of the currency; null until it is known. */
            amount: number | null;
            /** @description The ISO 4217 code in lower case; null until it is known. */
            currency: string | null;
        };
        /** @description A price. Amounts are whole numbers of the smallest unit of the currency, so 1499 is EUR 14.99 and JPY 1,499. */
        Price: {
            /** @description The id of the price at the payment provider. */
            id: string;
            /** @description The amount in the smallest unit of the currency, for example in cents. */
            unit_amount: number;
            /** @description The ISO 4217 code in lower case. */
            currency: string;
        };
        /**
         * @description `owned`: the signed-in user has bought it, or has an access without an end. `pending`: the signed-in user, or this
         *     browser (`Checkout-Key`), has paid, and the payment provider has not confirmed the money yet, so do not offer it
         *     again. `disputed`: the same has paid, and the bank is deciding about the payment, so do not offer it either. What
         *     others have paid for the address is neither. `part-of-event`: it has no price of
         *     its own; the whole event does. `not-on-sale`: there is no price, or the sale begins at `saleStartDate`.
         *     `sale-ended`: the sale ended at `saleEndDate`. `on-sale`: it can be bought, until `saleEndDate` if that is set.
         *     Without a sign-in it is never `owned`, `pending` or `disputed`.
         * @enum {string}
         */
        OfferState: "on-sale" | "not-on-sale" | "sale-ended" | "part-of-event" | "owned" | "pending" | "disputed";
        /** @description What the buy button of an event or of a block shows. */
        Offer: {
            /**
             * Format: uuid
             * @description The id of the competition.
             */
            eventId: string;
            /**
             * Format: uuid
             * @description The id of the block; null means the whole event.
             */
            blockId: string | null;
            /** @description The price to buy; null if it has none of its own. */
            stripePriceId: string | null;
            /** @description The price. Null without a price, and while the payment provider does not answer. */
            price: components["schemas"]["Price"] | null;
            state: components["schemas"]["OfferState"];
            /**
             * Format: date-time
             * @description Until when the signed-in user has an access that ends, for example a complimentary one; it can be bought all the same. null without one, and when it is `owned`.
             */
            accessEndDate: string | null;
            /**
             * Format: date-time
             * @description The start of the sale; null means at once.
             */
            saleStartDate: string | null;
            /**
             * Format: date-time
             * @description The end of the sale; null means never.
             */
            saleEndDate: string | null;
            /** @description What the purchase opens: everything with this price that is on sale now. */
            contains: components["schemas"]["SoldItem"][];
            /** @description What of it the signed-in user has already, or has paid and waits for; it is not taken off the price. */
            held: components["schemas"]["SoldItem"][];
        };
        /** @description What a competition sells. */
        OfferList: {
            /** @description The offer of the whole event first, if there is one, then one for each block that needs an access, in order of time. */
            data: components["schemas"]["Offer"][];
        };
        /**
         * @description A `pending` purchase waits for the payment provider. A `paid` one gives access, also after a refund in part.
         *     `refunded`, `disputed` and `expired` ones do not, nor does a `revoked` one, which cost nothing.
         * @enum {string}
         */
        PurchaseStatus: "pending" | "paid" | "refunded" | "disputed" | "expired" | "revoked";
        /** @description Conditions on the status of an order. */
        OrderStatusCondition: {
            /** @description equal to */
            eq?: components["schemas"]["PurchaseStatus"];
            /** @description not equal to */
            ne?: components["schemas"]["PurchaseStatus"];
        };
        /** @description Selects orders. */
        OrderFilter: {
            /** @description The id of an event that it opens, or of which it opens a block. */
            eventId?: components["schemas"]["IdCondition"];
            /** @description The id of a block that it opens. */
            blockId?: components["schemas"]["IdCondition"];
            /** @description The id of the user; null while the order waits. */
            userId?: components["schemas"]["IdCondition"];
            /** @description The e-mail address that it was bought for. */
            email?: components["schemas"]["TextCondition"];
            /** @description The status of the order. */
            status?: components["schemas"]["OrderStatusCondition"];
            /** @description The currency in which it was paid. */
            currency?: components["schemas"]["TextCondition"];
            /** @description The id of the price that was bought. */
            stripePriceId?: components["schemas"]["TextCondition"];
            /** @description The promotion code that was used; null without one. */
            promotionCode?: components["schemas"]["TextCondition"];
            /** @description The id of the payment at the payment provider. */
            paymentIntent?: components["schemas"]["TextCondition"];
            /** @description Whether something of it was refunded. */
            isRefunded?: components["schemas"]["BooleanCondition"];
            /** @description The time of the order. */
            createdAt?: components["schemas"]["DateCondition"];
            /** @description The time of the payment; null until it is paid. */
            paidAt?: components["schemas"]["DateCondition"];
            /** @description All of these hold. */
            AND?: components["schemas"]["OrderFilter"][];
            /** @description At least one of these holds. */
            OR?: components["schemas"]["OrderFilter"][];
            /** @description This does not hold. */
            NOT?: components["schemas"]["OrderFilter"];
        };
        /** @description An event or a block that an order opens, with the names at the time of the order. */
        OrderedItem: {
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
            /** @description Whether it no longer exists, so that the order does not open it. */
            isDeleted: boolean;
        };
        /**
         * @description `requested`: the buyer asked for it. `event-canceled`: the event did not take place. `not-watchable`: the stream could
         *     not be watched; such a refund never ends the access. `other`. `automatic`: the server made it by itself, because the buyer had it already or it no longer exists. `provider`: it
         *     was made at the payment provider.
         * @enum {string}
         */
        RefundReason: "requested" | "event-canceled" | "not-watchable" | "other" | "automatic" | "provider";
        /** @description A refund of an order. */
        Refund: {
            /** @description The id of the refund: ours, or the one of the payment provider if it was made there. */
            id: string;
            /** @description The amount. */
            amount: number;
            /**
             * @description `pending`: on its way. `succeeded`: done. `failed` and `canceled`: no money went back.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "canceled";
            reason: components["schemas"]["RefundReason"];
            /** @description The user who made it; null if nobody of this platform did. */
            actorName: string | null;
            /**
             * Format: date-time
             * @description The time of the refund.
             */
            createdAt: string;
        };
        /** @description A dispute that the buyer has opened with their bank. */
        Dispute: {
            /** @description The id of the dispute at the payment provider. */
            id: string;
            /** @description The amount. */
            amount: number;
            /**
             * @description `inquiry`: a question of the bank; no money moved. `open`: the bank decides. `won`: the money stays. `lost`: the money is back with the buyer. The access is suspended, or gone, when refunds and disputes together reach what was paid.
             * @enum {string}
             */
            status: "inquiry" | "open" | "won" | "lost";
            /**
             * Format: date-time
             * @description The time of the dispute.
             */
            createdAt: string;
        };
        /**
         * @description Money that the payment provider has taken for this order with another sum than the price of the order. It opened nothing
         *     and counts nowhere; refund it at the payment provider. Null without such a payment.
         */
        WrongPayment: {
            /** @description What was paid. */
            amount: number | null;
            /** @description The ISO 4217 code in lower case. */
            currency: string | null;
            /** @description The id of the payment at the payment provider. */
            paymentIntent: string | null;
        } | null;
        /** @description The last move to another address; null without one. The audit log has the addresses. */
        MovedOrder: {
            /**
             * Format: date-time
             * @description The time of the move.
             */
            at: string;
            /** @description The name of the user who moved it; null after their account was deleted. */
            actorName: string | null;
        } | null;
        /** @description An order, as organisers see it. Amounts are whole numbers of the smallest unit of the currency. */
        Order: {
            /**
             * Format: uuid
             * @description The id of the order.
             */
            id: string;
            /** @description The e-mail address that it was bought for; null after the account was deleted. */
            email: string | null;
            /** @description Stands for the buyer after the account was deleted, the same in all orders of that buyer. */
            pseudonym: string | null;
            /**
             * Format: uuid
             * @description The id of the user who has paid for themself, has claimed it or has confirmed that address; null while the order waits.
             */
            userId: string | null;
            /** @description The name and the e-mail address of that user; null while the order waits. */
            user: components["schemas"]["AccessUser"];
            status: components["schemas"]["PurchaseStatus"];
            /** @description The id of the price that was bought. */
            stripePriceId: string;
            /** @description The paid amount, after the discount; null until it is paid. */
            amount: number | null;
            /** @description What a promotion code took off. */
            discount: number;
            /** @description The tax in the paid amount, as the payment provider worked it out; 0 without its tax, and for payments from before this field. A refund gives it back in proportion. */
            tax: number;
            /** @description That promotion code, or its id while the server has not read the code; null without one. */
            promotionCode: string | null;
            /** @description The ISO 4217 code in lower case; null until it is paid. */
            currency: string | null;
            /** @description What was refunded, or is on its way back. */
            refundedAmount: number;
            /** @description What a bank has given back in a dispute, or is deciding about. */
            disputedAmount: number;
            /** @description What was bought, at the time of the order. */
            items: components["schemas"]["OrderedItem"][];
            /** @description Its refunds, the oldest first. */
            refunds: components["schemas"]["Refund"][];
            /** @description Its disputes. */
            disputes: components["schemas"]["Dispute"][];
            wrongPayment: components["schemas"]["WrongPayment"];
            moved: components["schemas"]["MovedOrder"];
            /**
             * Format: date-time
             * @description When another person proved the address, and the order left its account: it opens nothing, and is refunded after 7 days unless who paid claims it. null otherwise.
             */
            leftAt: string | null;
            /** @description The id of the payment at the payment provider. */
            paymentIntent: string | null;
            /**
             * Format: uri
             * @description The receipt at the payment provider.
             */
            receiptUrl: string | null;
            /**
             * Format: date-time
             * @description The time when the mail with the receipt was queued.
             */
            receiptQueuedAt: string | null;
            /**
             * Format: date-time
             * @description The time of the order.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time of the payment.
             */
            paidAt: string | null;
        };
        /** @description A page of orders. */
        OrderList: {
            /** @description The orders of this page. */
            data: components["schemas"]["Order"][];
            /** @description The number of orders that match the filter. */
            total: number;
        };
        /** @description A new address for an order. */
        OrderMove: {
            /** @description The address that the order moves to. */
            email: components["schemas"]["Email"];
            /** @description The address of the order as the caller has seen it. If it is another one now, the answer is a 409. */
            from: components["schemas"]["Email"];
        };
        /** @description A refund in full or in part. */
        RefundCreate: {
            /** @description A new random id for each refund. The same call sent again refunds nothing more. */
            key: components["schemas"]["Uuid"];
            /** @description The amount to refund; left out, all that is left. An order that is refunded in full loses its access, unless the reason is `not-watchable`. */
            amount?: number;
            /** @description The `refundedAmount` of the order as the caller has seen it. If it is another one now, the answer is a 409. */
            refundedAmount: number;
            /**
             * @description Why. It stays in the order and in the audit log; the buyer does not see it.
             * @enum {string}
             */
            reason: "requested" | "event-canceled" | "not-watchable" | "other";
        };
        /** @description A sum in one currency. */
        CurrencySum: {
            /** @description The ISO 4217 code in lower case. */
            currency: string;
            /** @description How many people it is for. */
            people: number;
            /** @description The sum in the smallest unit of the currency. */
            amount: number;
        };
        /**
         * @description `replay`: an access to the replay until a date. `credit`: a promotion code for the next purchase, for each their own.
         *     `refund`: a part of what was paid goes back.
         * @enum {string}
         */
        Remedy: "replay" | "credit" | "refund";
        /** @description An amount in a currency. */
        CurrencyAmount: {
            /** @description The ISO 4217 code in lower case. */
            currency: string;
            /** @description The amount in the smallest unit of the currency. */
            amount: number;
        };
        /** @description What was given. */
        CompensationTerms: {
            remedy: components["schemas"]["Remedy"];
            /**
             * @description Of a replay: whether it opens the block or the whole event.
             * @enum {string}
             */
            scope?: "block" | "event";
            /**
             * Format: date-time
             * @description The last moment of the replay or of the code.
             */
            endDate?: string;
            /** @description Of a credit: the discount. Of a refund: the part of the paid amount, rounded down. */
            percent?: number;
            /** @description Instead of a percentage: an amount for each currency. */
            amounts?: components["schemas"]["CurrencyAmount"][];
        };
        /** @description A remedy that was given to many people at once. */
        Compensation: {
            /**
             * Format: uuid
             * @description The id of the compensation.
             */
            id: string;
            terms: components["schemas"]["CompensationTerms"];
            /**
             * Format: date-time
             * @description The time when it was confirmed.
             */
            createdAt: string;
            /** @description Who confirmed it; null after that account was deleted. */
            actorName: string | null;
            /** @description How many people it is for. */
            people: number;
            /** @description For how many of them it is on its way. */
            pending: number;
            /** @description How many of them have got it. */
            done: number;
            /** @description For how many of them it has failed. */
            failed: number;
            /** @description The fixed amounts, by currency; empty for a remedy without amounts. */
            sums: components["schemas"]["CurrencySum"][];
        };
        /** @description A time in which a paid block could not be watched. */
        Outage: {
            /**
             * Format: uuid
             * @description The id of the outage.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the event.
             */
            eventId: string;
            /**
             * Format: uuid
             * @description The id of the block.
             */
            blockId: string;
            /** @description The name of the block. */
            blockName: string;
            /**
             * @description `stream`: no live stream of the block was active and had a picture. `playback`: the active ones could not be played.
             * @enum {string}
             */
            cause: "stream" | "playback";
            /**
             * Format: date-time
             * @description Its beginning, not before that of the block.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Its end, not after that of the block; null while it goes on.
             */
            endDate: string | null;
            /** @description How long it took, or takes until now. */
            seconds: number;
            /** @description How many people with a paid order were affected. */
            people: number;
            /** @description How many of them have got nothing for it yet. */
            open: number;
            /** @description What those have paid, by currency. */
            paid: components["schemas"]["CurrencySum"][];
            /** @description What was given for it, the oldest first. */
            compensations: components["schemas"]["Compensation"][];
        };
        /** @description A page of outages. */
        OutageList: {
            /** @description The outages of this page. */
            data: components["schemas"]["Outage"][];
            /** @description The total number. */
            total: number;
        };
        /** @description A remedy. Which fields it needs depends on `remedy`; others are ignored. */
        CompensationTermsRequest: {
            remedy: components["schemas"]["Remedy"];
            /**
             * @description Needed for a replay: whether it opens the block or the whole event.
             * @enum {string}
             */
            scope?: "block" | "event";
            /** @description Needed for a replay and a credit: its last moment, in one day to two years. */
            endDate?: components["schemas"]["DateTime"];
            /** @description For a credit, the discount; for a refund, the part of the paid amount, rounded down. Either this or `amounts`. */
            percent?: number;
            /**
             * @description An amount for each currency, instead of a percentage. A refund never exceeds what is left of an order. Who has paid in
             *     another currency gets nothing.
             */
            amounts?: {
                /** @description The ISO 4217 code in lower case. */
                currency: string;
                /** @description The amount in the smallest unit of the currency. */
                amount: number;
            }[];
        };
        /** @description A remedy, as it was previewed. */
        CompensationCreate: {
            /** @description A new random id for each compensation. The same call sent again gives nothing more. */
            key: components["schemas"]["Uuid"];
            /** @description The `tag` of the preview that was confirmed. */
            tag: string;
            terms: components["schemas"]["CompensationTermsRequest"];
        };
        /** @description What everybody would get. */
        CompensationPreview: {
            /** @description Names the people of this preview and what each of them gets. */
            tag: string;
            /** @description How many people get something. */
            people: number;
            /** @description The amounts by currency; empty for a remedy without amounts. */
            sums: {
                /** @description The ISO 4217 code in lower case. */
                currency: string;
                /** @description How many people get it. */
                people: number;
                /** @description The sum in the smallest unit of the currency. */
                amount: number;
                /** @description The least that one of them gets. */
                least: number;
                /** @description The most that one of them gets. */
                most: number;
            }[];
            /** @description Who gets nothing. */
            leftOut: {
                /**
                 * @description `nothing-left`: the order is refunded or cost nothing. `no-amount`: it was paid in a currency without an amount here.
                 * @enum {string}
                 */
                reason: "nothing-left" | "no-amount";
                /** @description How many people. */
                people: number;
            }[];
            /** @description Of a replay: how many of those who get it can watch the same without an end already. */
            canWatchAnyway: number;
        };
        /** @description Somebody who was kept from watching, with the paid order. */
        AffectedPerson: {
            /**
             * Format: uuid
             * @description The id of the order.
             */
            orderId: string;
            /** @description The name of the user; null after the account was deleted. */
            name: string | null;
            /** @description The e-mail address of the user; null after the account was deleted. */
            email: string | null;
            /** @description Stands for the buyer after the account was deleted. */
            pseudonym: string | null;
            /**
             * Format: date-time
             * @description Since when they could not watch.
             */
            startDate: string;
            /** @description For how long. */
            seconds: number;
            /** @description The paid amount in the smallest unit of the currency. */
            amount: number;
            /** @description What of it was refunded, or is on its way back. */
            refundedAmount: number;
            /** @description The ISO 4217 code in lower case. */
            currency: string;
            /** @description What they get; null until something was confirmed. */
            compensation: {
                remedy: components["schemas"]["Remedy"];
                /**
                 * @description How far it is.
                 * @enum {string}
                 */
                status: "pending" | "done" | "failed";
                /** @description The fixed amount; null for a remedy without one. */
                amount: number | null;
                /** @description The currency of the amount. */
                currency: string | null;
                /**
                 * @description Why it failed: `account_deleted`, `event_deleted`, `order_not_paid` (refunded or disputed meanwhile), `nothing_left`, `refund_failed`,
                 *     or the code of the payment provider's refusal.
                 */
                failure: string | null;
                /**
                 * Format: date-time
                 * @description When it was done or failed.
                 */
                settledAt: string | null;
            } | null;
        };
        /** @description A page of affected people. */
        AffectedPersonList: {
            /** @description The people of this page. */
            data: components["schemas"]["AffectedPerson"][];
            /** @description The total number. */
            total: number;
        };
        /** @description A price as the payment provider has it. */
        ProviderPrice: {
            /** @description The id of the price at the payment provider. */
            id: string;
            /** @description The amount in the smallest unit of the currency. */
            unit_amount: number;
            /** @description The ISO 4217 code in lower case. */
            currency: string;
            /** @description The name of its product, which buyers see on the payment page. */
            name: string;
            /**
             * Format: date-time
             * @description The time when the price was created.
             */
            createdAt: string;
            /** @description The events and blocks that have this price. It opens all of them. */
            usedBy: components["schemas"]["SoldItem"][];
        };
        /** @description Prices as the payment provider has them, newest first. */
        ProviderPriceList: {
            /** @description The active prices that are paid once, of active products. */
            data: components["schemas"]["ProviderPrice"][];
            /** @description Whether the provider has more than the server reads. Search by `q`. */
            hasMore: boolean;
        };
        /** @description A new price, with a product of its own. */
        PriceCreate: {
            /** @description A new random id for each price. The same call sent again creates nothing more. */
            key: components["schemas"]["Uuid"];
            /** @description The name of the product, which buyers see on the payment page. */
            name: components["schemas"]["Name"];
            /**
             * @description The amount in the smallest unit of the currency. Currencies with three decimals end in 0, and `isk` and `ugx` in 00.
             *     The payment provider has a least amount for many currencies, for example 50 for `eur` and `jpy`, and 30 for `gbp`;
             *     less is a 400.
             */
            unit_amount: number;
            /** @description The ISO 4217 code in lower case. */
            currency: string;
        };
        /** @description The new price. */
        PriceCreated: {
            /** @description The id of the price at the payment provider. */
            id: string;
        };
        /** @description An event or a block with a price. */
        PriceItem: {
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
             * @description The status of the event. A `draft` is not sold and not named to buyers; a `hidden` event is named to those who see another event of this price.
             * @enum {string}
             */
            eventStatus: "public" | "draft" | "hidden";
            /**
             * Format: date-time
             * @description The start of its sale; null means at once.
             */
            saleStartDate: string | null;
            /**
             * Format: date-time
             * @description The end of its sale; null means never.
             */
            saleEndDate: string | null;
        };
        /** @description What a price opens. */
        PriceItemList: {
            /** @description The events and blocks with this price, in order of time. */
            data: components["schemas"]["PriceItem"][];
        };
        /** @description An event or a block that gets the price. */
        PricedItem: {
            /** @description The id of the event. */
            eventId: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The id of the block; null means the whole event.
             */
            blockId: string | null;
            /** @description The price that the caller has seen on it; null for none. */
            stripePriceId: components["schemas"]["NullableStripePriceId"];
        };
        /** @description An event or a block that loses the price. */
        UnpricedItem: {
            /** @description The id of the event. */
            eventId: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The id of the block; null means the whole event.
             */
            blockId: string | null;
        };
        /** @description What gets the price, and what loses it. */
        PriceItemsUpdate: {
            /** @description The events and blocks that get the price instead of the one that they have. */
            add?: components["schemas"]["PricedItem"][];
            /** @description The events and blocks that have no price from now on. */
            remove?: components["schemas"]["UnpricedItem"][];
        };
        /** @description An amount in one currency. */
        DiscountAmount: {
            /** @description The amount in the smallest unit of the currency. */
            amount: number;
            /** @description The ISO 4217 code in lower case. */
            currency: string;
        };
        /** @description A product that a promotion code is limited to. */
        PromotedProduct: {
            /** @description The id of the product at the payment provider. */
            id: string;
            /** @description The name of the product; null if this platform has never read a price of it. */
            name: string | null;
            /** @description The events and blocks that are sold by its prices, for links that carry the code. */
            items: components["schemas"]["SoldItem"][];
        };
        /** @description A promotion code as the payment provider has it. */
        PromotionCode: {
            /** @description The id of the promotion code at the payment provider. */
            id: string;
            /** @description What buyers type, in small or large letters. */
            code: string;
            /** @description The name of the discount, which buyers see on the payment page. */
            name: string;
            /**
             * @description `active`: buyers can use it. `inactive`: somebody has switched it off. `used-up` and `expired`: its limit or its end is reached.
             * @enum {string}
             */
            state: "active" | "inactive" | "used-up" | "expired";
            /** @description The percentage that it takes off; null if it takes off an amount. */
            percentOff: number | null;
            /** @description The amount that it takes off, for each currency; empty if it takes off a percentage. */
            amountsOff: components["schemas"]["DiscountAmount"][];
            /** @description What it is limited to; empty means whatever is bought. */
            products: components["schemas"]["PromotedProduct"][];
            /** @description How often it can be used in total; null means without a limit. */
            maxRedemptions: number | null;
            /** @description How often it was used. */
            redemptions: number;
            /**
             * Format: date-time
             * @description The end of its validity; null means never.
             */
            expiresAt: string | null;
            /** @description Whether only somebody who has never paid at the payment provider can use it. */
            isFirstPurchaseOnly: boolean;
            /** @description The least amount of a purchase that it can be used for. Null without such a limit. It is set at the payment provider. */
            minimum: components["schemas"]["DiscountAmount"] | null;
            /**
             * Format: date-time
             * @description The time when it was created.
             */
            createdAt: string;
        };
        /** @description Promotion codes as the payment provider has them, the newest first. */
        PromotionCodeList: {
            /** @description The promotion codes. */
            data: components["schemas"]["PromotionCode"][];
            /** @description Whether the payment provider has more than the server reads. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description The time when the payment provider was asked.
             */
            fetchedAt: string;
            /** @description Whether the payment provider does not answer now: uses may have been added. */
            isStale: boolean;
        };
        /** @description An amount in one currency. */
        Money: {
            /** @description The amount in the smallest unit of the currency. Currencies with three decimals end in 0, and `isk` and `ugx` in 00. */
            amount: number;
            /** @description The ISO 4217 code in lower case. */
            currency: string;
        };
        /** @description A new promotion code. It takes off either `percentOff` or `amountsOff`. */
        PromotionCodeCreate: {
            /** @description A new random id for each promotion code. The same call sent again creates nothing more. */
            key: components["schemas"]["Uuid"];
            /** @description What buyers type. It is stored in capital letters. Left out, one is made that nobody can guess. */
            code?: string;
            /** @description The name of the discount, which buyers see on the payment page. It is trimmed. */
            name: string;
            /** @description The percentage to take off. With 100 the purchase is free. */
            percentOff?: number;
            /** @description The amount to take off, for each currency in which it can be used. A price that costs less becomes free. */
            amountsOff?: components["schemas"]["Money"][];
            /**
             * @description The prices that it is limited to. The payment provider limits a code to products, so every price of their
             *     products counts. Left out, it can be used for everything.
             */
            priceIds?: components["schemas"]["StripePriceId"][];
            /** @description How often it can be used in total; left out, without a limit. */
            maxRedemptions?: number;
            /** @description The end of its validity, within five years; left out, never. */
            expiresAt?: components["schemas"]["DateTime"];
            /**
             * @description Whether only somebody who has never paid can use it. The payment provider decides it. A link carries such a code only
             *     for signed-in buyers, because the answer would tell what an address has bought.
             */
            isFirstPurchaseOnly?: boolean;
        };
        /** @description The new promotion code. */
        PromotionCodeCreated: {
            /** @description The id of the promotion code at the payment provider. */
            id: string;
            /** @description What buyers type. */
            code: string;
        };
        /** @description Whether the code can be used. */
        PromotionCodeUpdate: {
            /** @description Whether buyers can use it. */
            isActive: boolean;
        };
        /** @description When and where a bought event or block takes place. */
        Occasion: {
            /**
             * Format: date-time
             * @description The start of the event or the block.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description The end of the event or the block.
             */
            endDate: string;
            /** @description The IANA time zone of the venue. */
            timezone: string;
            /** @description The place of the event. */
            location: components["schemas"]["Location"];
            /**
             * Format: uuid
             * @description The id of the picture of the event; null without one.
             */
            pictureId: string | null;
        };
        /** @description An event or a block that a viewer has bought, with the names at the time of the order. */
        PurchasedItem: {
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
            /** @description Whether it no longer exists, so that the order does not open it. */
            isDeleted: boolean;
            /** @description When and where it takes place, as of now. Null when viewers cannot open its page. */
            occasion: components["schemas"]["Occasion"] | null;
        };
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
            /** @description The paid amount in the smallest unit of the currency, after the discount; null until it is paid. */
            amount: number | null;
            /** @description What a promotion code took off. */
            discount: number;
            /** @description The ISO 4217 code in lower case; null until it is paid. */
            currency: string | null;
            /** @description What was refunded, or is on its way back. */
            refundedAmount: number;
            /** @description What was bought. */
            items: components["schemas"]["PurchasedItem"][];
            /**
             * Format: uri
             * @description The payment page on which nothing was paid yet; it ends 60 minutes after `createdAt`. null otherwise.
             */
            paymentUrl: string | null;
            /**
             * Format: uri
             * @description The receipt at the payment provider; null until it is paid.
             */
            receiptUrl: string | null;
            /**
             * Format: date-time
             * @description The time of the order.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time of the payment.
             */
            paidAt: string | null;
        };
        /** @description A page of purchases, newest first. */
        PurchaseList: {
            /** @description The purchases of this page. */
            data: components["schemas"]["Purchase"][];
            /** @description The total number. */
            total: number;
        };
        /** @description One day. */
        DaySales: {
            /**
             * Format: date
             * @description The day in the time zone.
             */
            date: string;
            /** @description What was paid on this day without tax. */
            revenue: number;
            /** @description The tax that was paid on this day. */
            tax: number;
            /** @description The tax that went back on this day. */
            refundedTax: number;
            /** @description What promotion codes took off on this day. */
            discounted: number;
            /** @description What was refunded on this day without tax, whenever it was paid. */
            refunded: number;
            /** @description The number of orders that were paid on this day. */
            orders: number;
            /** @description The number of different buyers of this day. */
            buyers: number;
        };
        /** @description The sales in one currency. Amounts are whole numbers of its smallest unit. */
        CurrencySales: {
            /** @description The ISO 4217 code in lower case. */
            currency: string;
            /** @description What was paid without its tax, refunds included. */
            revenue: number;
            /** @description What promotion codes took off. With `revenue` and `tax` it is what was sold at full price. */
            discounted: number;
            /** @description What of it was refunded without tax, or is on its way back. */
            refunded: number;
            /** @description The tax that was paid beside the revenue. */
            tax: number;
            /** @description What of it went back with refunds, in proportion. */
            refundedTax: number;
            /** @description What of the revenue is disputed or was lost in a dispute. */
            disputed: number;
            /**
             * @description What of `revenue` was paid for orders that open other events too. Each of these events counts such an order in full, so
             *     that the sums of several events may be more than was paid. 0 for all events together.
             */
            shared: number;
            /** @description The number of paid orders. */
            orders: number;
            /** @description The number of different buyers. */
            buyers: number;
            /** @description The days on which something happened, in order. */
            days: components["schemas"]["DaySales"][];
        };
        /** @description What was sold, for each currency. */
        Sales: {
            /** @description The IANA time zone of the days: the one of the event, or the default one of the site. */
            timezone: string;
            /** @description How many people have an access that was given for nothing. They are no buyers. */
            complimentary: number;
            /** @description One entry for each currency, the one with most orders first. */
            currencies: components["schemas"]["CurrencySales"][];
        };
        /** @description An event of the payment provider. This schema names only the fields that the server reads. */
        StripeEvent: {
            /** @description The id of the event; the same id takes effect once. */
            id: string;
            /** @description The type of the event. */
            type: string;
            /** @description Real money, or the test mode; it has to be that of the key of the server. */
            livemode?: boolean;
            /** @description The version of the object. Of another version than that of the server only the id is read, and the object is asked for. */
            api_version?: string | null;
            /** @description A connected account, whose events are refused. */
            account?: string | null;
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
        /** @description The call came from another site. */
        CsrfFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many attempts. Wait for the number of seconds in `Retry-After`, or send the proof of work that `work-required` asks for. */
        TooManyAttempts: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["LimitedProblem"];
            };
        };
        /** @description The caller must first prove who they are, or the call came from another site. */
        StepUpRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing has changed since the version in `If-None-Match`. The response has no body. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The maximum number of items to return. */
        Limit: number;
        /** @description The number of items to skip. */
        Offset: number;
        /**
         * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
         *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
         *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
         * @description The id of a bout of this event.
         * @example 0199a3c4-0007-7000-8000-000000000b09
         */
        BoutId: components["schemas"]["Uuid"];
        /**
         * @description The id of the last event that the client received. A stream always begins with the newest state, so nothing is
         *     replayed, and any value is accepted.
         * @example streams-mX3uS4kYv1Qd
         */
        LastEventId: string;
        /**
         * @description The id of a bell of this bout.
         * @example 0199a3c4-0007-7000-8000-000000000be1
         */
        BellId: components["schemas"]["Uuid"];
        /**
         * @description The number of a version of the result of this bout.
         * @example 1
         */
        ResultVersion: number;
        /**
         * @description An `mse` player replaces the URL before it expires. A `native` player cannot, so its URL is valid until the end of
         *     the block.
         */
        Player: "mse" | "native";
        /**
         * @description The id of a fighter; after a merge, the old id too.
         * @example 0199a3c4-0000-7000-8000-000000000f01
         */
        FighterId: components["schemas"]["Uuid"];
        /**
         * @description The `ETag` of the version to change, as it was read: it stands for the content and cannot be guessed. If the resource
         *     has changed since, nothing happens and the response is a 412. Without this header, or with `*`, the change is made to
         *     any version. The forms that a compressing proxy makes of it (weak, or with a suffix) are that `ETag`.
         */
        IfMatchContent: components["schemas"]["schema"];
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
         * @description The id of a playback session.
         * @example 0199a3c4-0007-7000-8000-000000000053
         */
        PlaybackSessionId: components["schemas"]["Uuid"];
        /**
         * @description Words, each of which is a part of the name, of the venue, of its city or of its country. Case and marks on letters
         *     do not count: `dusseldorf` finds Düsseldorf. Every character is literal, including `%` and `_`.
         *     Where no public event has all the words, those that are spelled alike are found: `roterdam` finds Rotterdam.
         * @example rumble rotterdam
         */
        CompetitionText: string;
        /**
         * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
         * @example rotterdam-rumble-7
         */
        CompetitionId: string;
        /**
         * @description The id or the slug of a fighter; after a merge, the old ones too.
         * @example noor-haddad
         */
        FighterIdOrSlug: string;
        /** @description The `ETag` of the version that the caller has. If it is still the newest, the response is a 304. */
        IfNoneMatch: string;
        /**
         * @description Cloudflare's signature over the time and the raw body.
         * @example time=1795293000,sig1=20c75c1180c701ee8a796e81507cfd5c932fc17cf63a4a55566fd38da3a2d3d2
         */
        WebhookSignature: string;
        /**
         * @description Mux's signature over the time and the raw body.
         * @example t=1795293000,v1=20c75c1180c701ee8a796e81507cfd5c932fc17cf63a4a55566fd38da3a2d3d2
         */
        MuxSignature: string;
        /**
         * @description The id or the slug of a competition. The session starts only if the live page of it has a picture now.
         * @example rotterdam-rumble-7
         */
        PictureOf: string;
        /**
         * @description The stream that the viewer chose on the live page of `competitionId`. It counts while its block is live.
         * @example 0199a3c4-0007-7000-8000-0000000000c2
         */
        PictureStream: components["schemas"]["Uuid"];
        /**
         * @description What happens if two other devices are watching: the session of the one that started first ends
         *     (`replace-oldest`), or this call is a 409 and nothing changes (`refuse`).
         * @example refuse
         */
        AtLimit: "replace-oldest" | "refuse";
        /**
         * @description The playback session of one of the user's other devices, which ends. No other device is stopped: if this session
         *     has ended already and two others are watching, the call is a 409.
         * @example 0199a3c4-0007-7000-8000-000000000054
         */
        InPlaceOf: components["schemas"]["Uuid"];
        /**
         * @description The stream that `positionSeconds` belongs to. A position of another stream than the session plays is ignored.
         * @example 0199a3c4-0007-7000-8000-0000000000c2
         */
        WatchedStream: components["schemas"]["Uuid"];
        /**
         * @description Where the recording plays, in seconds from its beginning. It is kept, to continue there later on any device. At its
         *     end, send 0.
         * @example 1843.5
         */
        WatchedPosition: components["schemas"]["Position"];
        /**
         * @description The id or the slug of a competition.
         * @example rotterdam-rumble-7
         */
        WatchedCompetition: string;
        /**
         * @description The slug of a block of `competitionId`. Without it, the stream is the one that the live page shows first.
         * @example main-card
         */
        WatchedBlock: string;
        /**
         * @description The stream that the viewer chose. It counts while it is active and belongs to what the page shows.
         * @example 0199a3c4-0007-7000-8000-0000000000c2
         */
        ChosenStream: components["schemas"]["Uuid"];
        /**
         * @description The id of a stream that the user has watched.
         * @example 0199a3c4-0007-7000-8000-0000000000c2
         */
        ViewedStreamId: components["schemas"]["Uuid"];
        /**
         * @description Only those of this competition, by its id or slug.
         * @example rotterdam-rumble-7
         */
        OfCompetition: string;
        /**
         * @description The token of a reminder mail.
         * @example AZmjxAAAcACAAAAAAAAA4QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
         */
        UnsubscribeToken: string;
        /**
         * @description The id of the price of an event or a block.
         * @example price_RotterdamRumble7MainCard
         */
        PriceId: components["schemas"]["StripePriceId"];
        /**
         * @description A secret that the client makes from at least 16 random bytes, once for each browser or device, and keeps there. A
         *     payment page belongs to its opener: to the signed-in account, or to the holder of this key. A caller who is not
         *     signed in and has no key gets a new payment page with each call, and cannot ask for its state.
         * @example 6rK2vQ0hX9mBzT4nYp8LwA
         */
        CheckoutKey: string;
        /**
         * @description The id of an order.
         * @example 0199a3c4-0007-7000-8000-0000000000d1
         */
        OrderId: components["schemas"]["Uuid"];
        /**
         * @description The id of an outage.
         * @example 0199a3c4-0007-7000-8000-00000000da02
         */
        OutageId: components["schemas"]["Uuid"];
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
         *     and `Path=/`. On https they are `Secure`, and the names of the HttpOnly ones begin with `__Host-`. They have an expiry date
         *     only with `remember`.
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
         * @description Binds the sign-in attempt to this browser for 10 minutes. The cookie is HttpOnly and `SameSite=Lax`. On https it is `Secure`
         *     and called `__Host-providerSignIn`.
         * @example providerSignIn=Zm9yLXRoaXMtYnJvd3Nlci1hbG9uZS0xMC1taW51dGVz; Max-Age=600; Path=/; HttpOnly; SameSite=Lax
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
    explainAccess: {
        parameters: {
            query: {
                /**
                 * @description The id of the event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["schemas"]["Uuid"];
                /**
                 * @description The id of a block of this event.
                 * @example 0199a3c4-0007-7000-8000-0000000000b2
                 */
                blockId: components["schemas"]["Uuid"];
                /** @description The id of the user. */
                userId?: components["schemas"]["Uuid"];
                /**
                 * @description The e-mail address of the person, with or without an account.
                 * @example robin@ringside.test
                 */
                email?: components["schemas"]["Email"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchExplanation"];
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
    exportAccesses: {
        parameters: {
            query?: {
                /**
                 * @description The id of an event, to export only its accesses.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId?: components["schemas"]["Uuid"];
                /** @description The id of a block of this event, to export only the accesses to this block. */
                blockId?: components["schemas"]["Uuid"];
                /** @description Selects accesses, as in `listAccesses`; see *Filters*. */
                filter?: components["schemas"]["AccessFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accesses as CSV (RFC 4180, UTF-8 with a byte order mark). */
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
    setBanner: {
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
        /** @description The banner. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BannerInput"];
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
    deleteBanner: {
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
            /** @description The slug is taken, or the event has 200 blocks. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
    setVenueDelay: {
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
        /** @description The delay. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VenueDelayInput"];
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
    listFilms: {
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
            /** @description The films. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmList"];
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
    createFilm: {
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
        /** @description The file. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilmCreate"];
            };
        };
        responses: {
            /** @description The upload has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Film"];
                };
            };
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
    deleteFilm: {
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
                /**
                 * @description The id of the film.
                 * @example 0199a3c4-0007-7000-8000-0000000000f7
                 */
                filmId: string;
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
    appendToFilm: {
        parameters: {
            query: {
                /**
                 * @description The position of the first byte in the file.
                 * @example 0
                 */
                offset: number;
            };
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
                /**
                 * @description The id of the film.
                 * @example 0199a3c4-0007-7000-8000-0000000000f7
                 */
                filmId: string;
            };
            cookie?: never;
        };
        /** @description The bytes. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description What the server has now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Film"];
                };
            };
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
    getIngest: {
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
            /** @description The ingest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ingest"];
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
    createIngest: {
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
            /** @description The ingest was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/events/0199a3c4-0007-7000-8000-000000000001/blocks/0199a3c4-0007-7000-8000-0000000000b2/live-streams/0199a3c4-0007-7000-8000-0000000000c2/ingest
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamKey"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteIngest: {
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
    listCutPlaces: {
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
            /** @description The places, in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CutPlaces"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    endBroadcast: {
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
    keepEncoder: {
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
    downloadRecording: {
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
            /** @description The whole file. */
            200: {
                headers: {
                    /**
                     * @description The unit of ranges.
                     * @example bytes
                     */
                    "Accept-Ranges": "bytes";
                    /**
                     * @description The name of the file.
                     * @example attachment; filename="recording-2026-11-21.mp4"
                     */
                    "Content-Disposition": string;
                    /**
                     * @description The same as long as the file has the same bytes; for `If-Range`.
                     * @example "0Zx3Ty-Xn2bQm8fPq1LsRw"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description The bytes of the range. */
            206: {
                headers: {
                    /**
                     * @description The unit of ranges.
                     * @example bytes
                     */
                    "Accept-Ranges": "bytes";
                    /**
                     * @description The name of the file.
                     * @example attachment; filename="recording-2026-11-21.mp4"
                     */
                    "Content-Disposition": string;
                    /**
                     * @description The same as long as the file has the same bytes; for `If-Range`.
                     * @example "0Zx3Ty-Xn2bQm8fPq1LsRw"
                     */
                    ETag: string;
                    /**
                     * @description Which bytes of how many.
                     * @example bytes 1048576-2097151/1729000000
                     */
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    replaceStreamKey: {
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
            /** @description The new key. This answer is the only one with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamKey"];
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
    trimReplay: {
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
        /** @description The first and the last moment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Trim"];
            };
        };
        responses: {
            /** @description What the replay shows now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trim"];
                };
            };
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
    restoreReplay: {
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
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listChapters: {
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
            /** @description The beginnings, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChapterList"];
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
    setChapter: {
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
                /**
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        /** @description The moment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterInput"];
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
    deleteChapter: {
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
                /**
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
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
    getBellBoard: {
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
        requestBody?: never;
        responses: {
            /** @description The card and its bells. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BellBoard"];
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
    streamBellBoard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The id of the last event that the client received. A stream always begins with the newest state, so nothing is
                 *     replayed, and any value is accepted.
                 * @example streams-mX3uS4kYv1Qd
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
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
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getEstimateReview: {
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
        requestBody?: never;
        responses: {
            /** @description One entry for each end, in the order of time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EstimateReview"];
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
    listBouts: {
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
        requestBody?: never;
        responses: {
            /** @description The bouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoutList"];
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
    createBout: {
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
        /** @description The bout. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoutCreate"];
            };
        };
        responses: {
            /** @description The bout was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/events/0199a3c4-0007-7000-8000-000000000001/bouts/0199a3c4-0007-7000-8000-000000000b09
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
            /** @description The block has 60 bouts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    importBouts: {
        parameters: {
            query?: {
                /** @description Whether to read the rows without storing anything. */
                dryRun?: "true" | "false";
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
        /** @description The rows. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoutImport"];
            };
        };
        responses: {
            /** @description What each row is, or was stored as. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoutImportResult"];
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
    orderBouts: {
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
        /** @description The order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoutOrder"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The card has other bouts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getBout: {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bout. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bout"];
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
    deleteBout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
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
            /** @description The bout was rung or has a result. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateBout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoutUpdate"];
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
    ringBell: {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        /** @description The tap. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BellRing"];
            };
        };
        responses: {
            /** @description The bell that counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bell"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The id belongs to a bell of another bout. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    undoBell: {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
                /**
                 * @description The id of a bell of this bout.
                 * @example 0199a3c4-0007-7000-8000-000000000be1
                 */
                bellId: components["parameters"]["BellId"];
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
            /** @description The bell is older than ten minutes. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    signResult: {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
            };
            cookie?: never;
        };
        /** @description The result. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResultSign"];
            };
        };
        responses: {
            /** @description The result was signed. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Result"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Somebody has signed another version meanwhile, or a corner has no fighter. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    confirmResult: {
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
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
                /**
                 * @description The number of a version of the result of this bout.
                 * @example 1
                 */
                resultVersion: components["parameters"]["ResultVersion"];
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
            /** @description The caller has signed this version, or there is a newer one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDesk: {
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
        requestBody?: never;
        responses: {
            /** @description The desk. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Desk"];
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
    streamDesk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The id of the last event that the client received. A stream always begins with the newest state, so nothing is
                 *     replayed, and any value is accepted.
                 * @example streams-mX3uS4kYv1Qd
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
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
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getResultBoard: {
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
        requestBody?: never;
        responses: {
            /** @description The card and its results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultBoard"];
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
    setFeaturedStream: {
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
        /** @description The live stream. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeaturedStreamInput"];
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
    deleteFeaturedStream: {
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
    duplicateEvent: {
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
        /** @description The name, the slug and the distance. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventDuplicate"];
            };
        };
        responses: {
            /** @description The copy was created. */
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
            400: components["responses"]["BadRequest"];
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
    getLiveStreamPreview: {
        parameters: {
            query?: {
                /**
                 * @description An `mse` player replaces the URL before it expires. A `native` player cannot, so its URL is valid until the end of
                 *     the block.
                 */
                player?: components["parameters"]["Player"];
                /**
                 * @description `true` also plays what was cut out of a replay (`trimReplay`).
                 * @example false
                 */
                whole?: "true" | "false";
            };
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
            /** @description The URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveStreamPreview"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Nothing of the broadcast was recorded. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listFighters: {
        parameters: {
            query?: {
                /** @description Words of the name, the nickname or the gym. Each of them must be found. */
                q?: string;
                /** @description Selects fighters; see *Filters*. */
                filter?: components["schemas"]["FighterFilter"];
                /** @description The fields to sort by, the most important first. `-` reverses a field. Repeat the parameter for more. */
                order?: ("name" | "-name" | "countryCode" | "-countryCode" | "gym" | "-gym")[];
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
            /** @description A page of fighters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FighterList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createFighter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The fighter. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FighterCreate"];
            };
        };
        responses: {
            /** @description The fighter was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/fighters/0199a3c4-0000-7000-8000-000000000f01
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
            409: components["responses"]["SlugTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    exportFighters: {
        parameters: {
            query?: {
                /** @description Words of the name, the nickname or the gym. Each of them must be found. */
                q?: string;
                /** @description Selects fighters, as in `listFighters`; see *Filters*. */
                filter?: components["schemas"]["FighterFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fighters as CSV (RFC 4180, UTF-8 with a byte order mark). */
            200: {
                headers: {
                    /**
                     * @description The name of the file.
                     * @example attachment; filename="fighters.csv"
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
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getFighter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fighter. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fighter"];
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
    deleteFighter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
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
            /** @description The fighter has bouts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateFighter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FighterUpdate"];
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
    anonymiseFighter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Changed"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    mergeFighters: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of a fighter; after a merge, the old id too.
                 * @example 0199a3c4-0000-7000-8000-000000000f01
                 */
                fighterId: components["parameters"]["FighterId"];
            };
            cookie?: never;
        };
        /** @description The double. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FighterMerge"];
            };
        };
        responses: {
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description They are two people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
    getRole: {
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
            /** @description The role. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
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
            header?: {
                /**
                 * @description The `ETag` of the version to change, as it was read: it stands for the content and cannot be guessed. If the resource
                 *     has changed since, nothing happens and the response is a 412. Without this header, or with `*`, the change is made to
                 *     any version. The forms that a compressing proxy makes of it (weak, or with a suffix) are that `ETag`.
                 */
                "If-Match"?: components["parameters"]["IfMatchContent"];
            };
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
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getEmailVerification: {
        parameters: {
            query: {
                /**
                 * @description The token from the mail.
                 * @example dmVyaWZ5LXRva2VuLW9mLXJvYmlu
                 */
                token: components["schemas"]["MailToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address, and whether the caller is signed in to the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailVerificationSubject"];
                };
            };
            /** @description The request does not fit the contract, or the token is no longer valid. */
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
        /** @description The token from the mail and, without a session of the account, its password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailVerification"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract, the token is no longer valid, or the password is wrong. */
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
    getInvitation: {
        parameters: {
            query: {
                /**
                 * @description The token from the link in the mail.
                 * @example aW52aXRlLXRva2VuLW9mLW5vYQ
                 */
                token: components["schemas"]["MailToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description The link has expired, was used already, or is not complete. */
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
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token and the password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The link has expired or was used already, or the password breaks a rule. */
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
            /** @description The e-mail address or the password is wrong, or the code is missing or wrong. */
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
            429: components["responses"]["TooManyAttempts"];
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
            429: components["responses"]["TooManyAttempts"];
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
            429: components["responses"]["TooManyAttempts"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    requestSecondFactorRemoval: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The e-mail address and the password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorRemovalRequest"];
            };
        };
        responses: {
            /** @description The time of the removal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorRemoval"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    reportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token from the mail. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountReport"];
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
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    loginWithPasskey: {
        parameters: {
            query?: {
                /** @description Whether the response also contains the tokens, for clients without cookies. */
                includeTokens?: components["schemas"]["BooleanText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The answer of the passkey, as `navigator.credentials.get()` returns it in JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyLogin"];
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
            /** @description The passkey is unknown, or its answer was not accepted. */
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
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createPasskeyLoginOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestOptions"];
                };
            };
            400: components["responses"]["BadParameter"];
            403: components["responses"]["CsrfFailed"];
            409: components["responses"]["Conflict"];
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
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    authorizeProvider: {
        parameters: {
            query?: {
                /** @description Whether to redirect to the sign-in page with a 302 instead of returning its URL. */
                redirect?: components["schemas"]["BooleanText"];
                /** @description Whether the provider must ask the user to sign in again, even if they are signed in there. For a step-up. */
                fresh?: components["schemas"]["BooleanText"];
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
                 *     that intercepts the code cannot use it. Required if `redirectUrl` is an address of a native app.
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                codeChallenge?: string;
                /** @description The answer to `work-required`. */
                proof?: components["schemas"]["ProofOfWork"];
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
            429: components["responses"]["TooManyAttempts"];
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
                /**
                 * @description The URL to redirect to at the end. The default is the `redirectUrl` of `authorizeProvider`. It can be an
                 *     address of a native app only if the sign-in began with a `codeChallenge`.
                 */
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
                     *     it is on another origin or of a native app.
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
    stepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The proof. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUp"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            /** @description The request does not fit the contract, or the proof is wrong. */
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
    createStepUpOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepUpOptions"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
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
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInvitation"];
            };
        };
        responses: {
            /** @description The user was created and invited. */
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
            429: components["responses"]["TooManyRequests"];
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
    deleteOwnAccount: {
        parameters: {
            query: {
                /**
                 * @description Says that the call means it, because nothing brings the account back.
                 * @example own-account
                 */
                confirm: "own-account";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["StepUpRequired"];
            409: components["responses"]["Conflict"];
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
    createAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. It is shown only now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticatorSecret"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["StepUpRequired"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteAuthenticator: {
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
            403: components["responses"]["StepUpRequired"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    confirmAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A code of the authenticator app. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthenticatorConfirmation"];
            };
        };
        responses: {
            /** @description The authenticator app is set up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description The request does not fit the contract, or the code is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["StepUpRequired"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
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
            403: components["responses"]["StepUpRequired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The passkey, as `navigator.credentials.create()` returns it in JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyCreate"];
            };
        };
        responses: {
            /** @description The passkey was added. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/identity/profile/passkeys/0199a3c4-0000-7000-8000-000000000072
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            /** @description The request does not fit the contract, or the passkey was not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["StepUpRequired"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationOptions"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["StepUpRequired"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a passkey of the signed-in user.
                 * @example 0199a3c4-0000-7000-8000-000000000071
                 */
                passkeyId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["StepUpRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updatePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a passkey of the signed-in user.
                 * @example 0199a3c4-0000-7000-8000-000000000071
                 */
                passkeyId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        /** @description The new name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyUpdate"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            403: components["responses"]["StepUpRequired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    setPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The preferences. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesUpdate"];
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
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes. They are shown only now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["StepUpRequired"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The second factor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listConfiguredProviders: {
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
                    "application/json": components["schemas"]["ConfiguredProviderList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
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
                /** @description Selects users; see *Filters*. A condition on `roleCode` needs `identity.user:access_read` too. */
                filter?: components["schemas"]["UserFilter"];
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
                    ETag: components["headers"]["ETag"];
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
            query?: {
                /** @description Required to delete your own account, and refused for other accounts. */
                confirm?: "own-account";
            };
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
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change, as it was read: it stands for the content and cannot be guessed. If the resource
                 *     has changed since, nothing happens and the response is a 412. Without this header, or with `*`, the change is made to
                 *     any version. The forms that a compressing proxy makes of it (weak, or with a suffix) are that `ETag`.
                 */
                "If-Match"?: components["parameters"]["IfMatchContent"];
            };
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
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
                    ETag: components["headers"]["ETag"];
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
            header?: {
                /**
                 * @description The `ETag` of the version to change, as it was read: it stands for the content and cannot be guessed. If the resource
                 *     has changed since, nothing happens and the response is a 412. Without this header, or with `*`, the change is made to
                 *     any version. The forms that a compressing proxy makes of it (weak, or with a suffix) are that `ETag`.
                 */
                "If-Match"?: components["parameters"]["IfMatchContent"];
            };
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
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    verifyUserEmail: {
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
    sendUserVerification: {
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    resendInvitation: {
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listUserLoginSessions: {
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
            /** @description The devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserLoginSessionList"];
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
    endUserLoginSessions: {
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
    endUserPlaybackSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a user.
                 * @example 0199a3c4-0000-7000-8000-0000000000e1
                 */
                userId: components["parameters"]["UserId"];
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
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
    deleteUserSecondFactor: {
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
    allowUserSecondFactor: {
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
    getUserSignInWays: {
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
            /** @description The ways to sign in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSignInWays"];
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
    getCompetitionFacets: {
        parameters: {
            query?: {
                /**
                 * @description Words, each of which is a part of the name, of the venue, of its city or of its country. Case and marks on letters
                 *     do not count: `dusseldorf` finds Düsseldorf. Every character is literal, including `%` and `_`.
                 *     Where no public event has all the words, those that are spelled alike are found: `roterdam` finds Rotterdam.
                 * @example rumble rotterdam
                 */
                q?: components["parameters"]["CompetitionText"];
                /** @description Selects competitions; see *Filters*. */
                filter?: components["schemas"]["CompetitionFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionFacets"];
                };
            };
            400: components["responses"]["BadParameter"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listCompetitions: {
        parameters: {
            query?: {
                /**
                 * @description Words, each of which is a part of the name, of the venue, of its city or of its country. Case and marks on letters
                 *     do not count: `dusseldorf` finds Düsseldorf. Every character is literal, including `%` and `_`.
                 *     Where no public event has all the words, those that are spelled alike are found: `roterdam` finds Rotterdam.
                 * @example rumble rotterdam
                 */
                q?: components["parameters"]["CompetitionText"];
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
            query?: {
                /** @description Whether to include the blocks. They are included by default. */
                blocks?: components["schemas"]["BooleanText"];
                /**
                 * @description Whether to include the live streams of the blocks. They are included with the blocks by default; `true` also
                 *     includes the blocks.
                 */
                "blocks.liveStreams"?: components["schemas"]["BooleanText"];
            };
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
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
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
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
    listCompetitionBouts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoutList"];
                };
            };
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getCompetitionCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    /**
                     * @description The name of the file.
                     * @example inline; filename="rotterdam-rumble-7.ics"
                     */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getLiveStreamSignedUrl: {
        parameters: {
            query?: {
                /**
                 * @description An `mse` player replaces the URL before it expires. A `native` player cannot, so its URL is valid until the end of
                 *     the block.
                 */
                player?: components["parameters"]["Player"];
            };
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
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
            /** @description No encoder feeds the stream yet, or nothing of its broadcast was recorded. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    streamCompetition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The id of the last event that the client received. A stream always begins with the newest state, so nothing is
                 *     replayed, and any value is accepted.
                 * @example streams-mX3uS4kYv1Qd
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. It ends only when the server stops, the client is too slow, or with `gone`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getFighterProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a fighter; after a merge, the old ones too.
                 * @example noor-haddad
                 */
                fighterId: components["parameters"]["FighterIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fighter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FighterProfile"];
                };
            };
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getCompetitionResults: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the caller has. If it is still the newest, the response is a 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionResultList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getFighterRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the caller has. If it is still the newest, the response is a 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id or the slug of a fighter; after a merge, the old ones too.
                 * @example noor-haddad
                 */
                fighterId: components["parameters"]["FighterIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FighterRecord"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadParameter"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    searchKickboxing: {
        parameters: {
            query?: {
                /**
                 * @description The words. Every character is literal.
                 * @example hadad
                 */
                q?: string;
                /** @description The size of each group at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchHits"];
                };
            };
            400: components["responses"]["BadParameter"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    uploadImage: {
        parameters: {
            query?: {
                /** @description What the picture shows. Events take wide pictures, fighters portraits. */
                shape?: components["schemas"]["ImageShape"];
            };
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
    handleCloudflareWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Cloudflare's signature over the time and the raw body.
                 * @example time=1795293000,sig1=20c75c1180c701ee8a796e81507cfd5c932fc17cf63a4a55566fd38da3a2d3d2
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The video that is ready, or has failed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloudflareVideo"];
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
    handleMuxWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Mux's signature over the time and the raw body.
                 * @example t=1795293000,v1=20c75c1180c701ee8a796e81507cfd5c932fc17cf63a4a55566fd38da3a2d3d2
                 */
                "Mux-Signature": components["parameters"]["MuxSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MuxEvent"];
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
            query?: {
                /**
                 * @description The id or the slug of a competition. The session starts only if the live page of it has a picture now.
                 * @example rotterdam-rumble-7
                 */
                competitionId?: components["parameters"]["PictureOf"];
                /**
                 * @description The stream that the viewer chose on the live page of `competitionId`. It counts while its block is live.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId?: components["parameters"]["PictureStream"];
                /**
                 * @description What happens if two other devices are watching: the session of the one that started first ends
                 *     (`replace-oldest`), or this call is a 409 and nothing changes (`refuse`).
                 * @example refuse
                 */
                atLimit?: components["parameters"]["AtLimit"];
                /**
                 * @description The playback session of one of the user's other devices, which ends. No other device is stopped: if this session
                 *     has ended already and two others are watching, the call is a 409.
                 * @example 0199a3c4-0007-7000-8000-000000000054
                 */
                inPlaceOf?: components["parameters"]["InPlaceOf"];
            };
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
            /** @description The competition has no picture now, or two other devices are watching. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
    leavePlaybackSession: {
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
            query?: {
                /**
                 * @description The stream that `positionSeconds` belongs to. A position of another stream than the session plays is ignored.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId?: components["parameters"]["WatchedStream"];
                /**
                 * @description Where the recording plays, in seconds from its beginning. It is kept, to continue there later on any device. At its
                 *     end, send 0.
                 * @example 1843.5
                 */
                positionSeconds?: components["parameters"]["WatchedPosition"];
            };
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
    createWatch: {
        parameters: {
            query: {
                /**
                 * @description The id or the slug of a competition.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["WatchedCompetition"];
                /**
                 * @description The slug of a block of `competitionId`. Without it, the stream is the one that the live page shows first.
                 * @example main-card
                 */
                block?: components["parameters"]["WatchedBlock"];
                /**
                 * @description The stream that the viewer chose. It counts while it is active and belongs to what the page shows.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId?: components["parameters"]["ChosenStream"];
                /**
                 * @description An `mse` player replaces the URL before it expires. A `native` player cannot, so its URL is valid until the end of
                 *     the block.
                 */
                player?: components["parameters"]["Player"];
                /**
                 * @description What happens if two other devices are watching: the session of the one that started first ends
                 *     (`replace-oldest`), or this call is a 409 and nothing changes (`refuse`).
                 * @example refuse
                 */
                atLimit?: components["parameters"]["AtLimit"];
                /**
                 * @description The playback session of one of the user's other devices, which ends. No other device is stopped: if this session
                 *     has ended already and two others are watching, the call is a 409.
                 * @example 0199a3c4-0007-7000-8000-000000000054
                 */
                inPlaceOf?: components["parameters"]["InPlaceOf"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch. Its playback session plays the stream. */
            201: {
                headers: {
                    /**
                     * @description The path of the playback session.
                     * @example /api/v1/playback/sessions/0199a3c4-0007-7000-8000-000000000053
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
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
            /** @description There is no picture now, nothing of the broadcast was recorded, or two other devices are watching. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listViewings: {
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
            /** @description A page of viewings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewingList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteViewings: {
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
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listViewingsToContinue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recordings to continue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewingList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    restoreViewings: {
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
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteViewing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a stream that the user has watched.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["ViewedStreamId"];
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
    restoreViewing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a stream that the user has watched.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["ViewedStreamId"];
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
    updateViewingPosition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a stream that the user has watched.
                 * @example 0199a3c4-0007-7000-8000-0000000000c2
                 */
                liveStreamId: components["parameters"]["ViewedStreamId"];
            };
            cookie?: never;
        };
        /** @description The position. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewingPosition"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listReminders: {
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
            /** @description A page of reminders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listBoutReminders: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only those of this competition, by its id or slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId?: components["parameters"]["OfCompetition"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoutReminderList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getReminder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the reminder is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderState"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    setReminder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
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
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteReminder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
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
    setBoutReminder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
                /**
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
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
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteBoutReminder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
                /**
                 * @description The id of a bout of this event.
                 * @example 0199a3c4-0007-7000-8000-000000000b09
                 */
                boutId: components["parameters"]["BoutId"];
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
    getReminderPush: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, the services, and the address or the token of this device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderPush"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    setReminderPush: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The subscription, as the browser writes it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushSubscription"];
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
    deleteReminderPush: {
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
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    setReminderAppPush: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The service and the token. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppPushToken"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfFailed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getReminderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderSettings"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    setReminderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The settings. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderSettingsUpdate"];
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
    stopReminderMails: {
        parameters: {
            query: {
                /**
                 * @description The token of a reminder mail.
                 * @example AZmjxAAAcACAAAAAAAAA4QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
                 */
                token: components["parameters"]["UnsubscribeToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What a mail program sends. It is not read. */
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OneClick"];
                "multipart/form-data": components["schemas"]["OneClick"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version to change. If the resource has changed since, nothing happens and the response is a
                 *     412. Without this header, or with `*`, the change is made to any version. The forms that a compressing proxy makes
                 *     of it (`W/"3"`, `"3-gzip"`) name the same version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsUpdate"];
            };
        };
        responses: {
            204: components["responses"]["Changed"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    sendTestMail: {
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
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getSystemState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemState"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the caller has. If it is still the newest, the response is a 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadParameter"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    buyProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A secret that the client makes from at least 16 random bytes, once for each browser or device, and keeps there. A
                 *     payment page belongs to its opener: to the signed-in account, or to the holder of this key. A caller who is not
                 *     signed in and has no key gets a new payment page with each call, and cannot ask for its state.
                 * @example 6rK2vQ0hX9mBzT4nYp8LwA
                 */
                "Checkout-Key"?: components["parameters"]["CheckoutKey"];
            };
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
            /** @description The caller has it already, has paid and disputed it, it is not on sale now, or the payment provider refuses it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A secret that the client makes from at least 16 random bytes, once for each browser or device, and keeps there. A
                 *     payment page belongs to its opener: to the signed-in account, or to the holder of this key. A caller who is not
                 *     signed in and has no key gets a new payment page with each call, and cannot ask for its state.
                 * @example 6rK2vQ0hX9mBzT4nYp8LwA
                 */
                "Checkout-Key"?: components["parameters"]["CheckoutKey"];
            };
            path: {
                /**
                 * @description The value that the payment page added to `successUrl`.
                 * @example cs_test_RotterdamRumble7
                 */
                checkoutId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    /**
                     * @description It changes by itself.
                     * @example no-store
                     */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["BadParameter"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    claimCheckout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A secret that the client makes from at least 16 random bytes, once for each browser or device, and keeps there. A
                 *     payment page belongs to its opener: to the signed-in account, or to the holder of this key. A caller who is not
                 *     signed in and has no key gets a new payment page with each call, and cannot ask for its state.
                 * @example 6rK2vQ0hX9mBzT4nYp8LwA
                 */
                "Checkout-Key"?: components["parameters"]["CheckoutKey"];
            };
            path: {
                /**
                 * @description The value that the payment page added to `successUrl`.
                 * @example cs_test_RotterdamRumble7
                 */
                checkoutId: string;
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
            /** @description It belongs to another account, or is not paid. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    retryCompensation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a compensation.
                 * @example 0199a3c4-0007-7000-8000-00000000dc01
                 */
                compensationId: components["schemas"]["Uuid"];
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
    listOffers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A secret that the client makes from at least 16 random bytes, once for each browser or device, and keeps there. A
                 *     payment page belongs to its opener: to the signed-in account, or to the holder of this key. A caller who is not
                 *     signed in and has no key gets a new payment page with each call, and cannot ask for its state.
                 * @example 6rK2vQ0hX9mBzT4nYp8LwA
                 */
                "Checkout-Key"?: components["parameters"]["CheckoutKey"];
            };
            path: {
                /**
                 * @description The id or the slug of a competition. A slug that it had before finds it too, until another event takes that slug.
                 * @example rotterdam-rumble-7
                 */
                competitionId: components["parameters"]["CompetitionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The offers. */
            200: {
                headers: {
                    /**
                     * @description It differs between callers.
                     * @example no-store
                     */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferList"];
                };
            };
            400: components["responses"]["BadParameter"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Selects orders; see *Filters*. */
                filter?: components["schemas"]["OrderFilter"];
                /** @description The fields to sort by, the most important first. `-` reverses a field. Repeat the parameter for more. */
                order?: ("createdAt" | "-createdAt" | "paidAt" | "-paidAt" | "amount" | "-amount")[];
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
            /** @description A page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    exportOrders: {
        parameters: {
            query?: {
                /** @description Selects orders, as in `listOrders`; see *Filters*. */
                filter?: components["schemas"]["OrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders as CSV (RFC 4180, UTF-8 with a byte order mark). */
            200: {
                headers: {
                    /**
                     * @description The name of the file.
                     * @example attachment; filename="orders.csv"
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
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
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
    moveOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /** @description The new address, and the one until now. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderMove"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    resendReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /** @description The refund. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCreate"];
            };
        };
        responses: {
            /** @description The refund was stored. */
            201: {
                headers: {
                    /**
                     * @description The path of the order.
                     * @example /api/v1/shop/orders/0199a3c4-0007-7000-8000-0000000000d1
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    revokeOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    restoreOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an order.
                 * @example 0199a3c4-0007-7000-8000-0000000000d1
                 */
                orderId: components["parameters"]["OrderId"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listOutages: {
        parameters: {
            query: {
                /**
                 * @description The id of an event.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId: components["schemas"]["Uuid"];
                /** @description The length of the shortest outage to return. */
                leastSeconds?: number;
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
            /** @description A page of outages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutageList"];
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
    getOutage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outage"];
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
    createCompensation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        /** @description The remedy, as it was previewed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompensationCreate"];
            };
        };
        responses: {
            /** @description The compensation was stored. */
            201: {
                headers: {
                    /**
                     * @description The path of the outage.
                     * @example /api/v1/shop/outages/0199a3c4-0007-7000-8000-00000000da02
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    previewCompensation: {
        parameters: {
            query: {
                /** @description The remedy. */
                terms: components["schemas"]["CompensationTermsRequest"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompensationPreview"];
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
    listAffectedPeople: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of an outage.
                 * @example 0199a3c4-0007-7000-8000-00000000da02
                 */
                outageId: components["parameters"]["OutageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AffectedPersonList"];
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
    listPrices: {
        parameters: {
            query?: {
                /** @description A part of the name of the product or the id of the price. */
                q?: components["schemas"]["Text255"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderPriceList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createPrice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The price. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceCreate"];
            };
        };
        responses: {
            /** @description The price was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/shop/prices/price_RotterdamRumble7MainCard
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceCreated"];
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
    listPriceItems: {
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
            /** @description The events and blocks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceItemList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    updatePriceItems: {
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
        /** @description The events and blocks. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceItemsUpdate"];
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
    listPromotionCodes: {
        parameters: {
            query?: {
                /** @description A part of the code or of the name. */
                q?: components["schemas"]["Text255"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The promotion codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionCodeList"];
                };
            };
            400: components["responses"]["BadParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createPromotionCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The promotion code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionCodeCreate"];
            };
        };
        responses: {
            /** @description The promotion code was created. */
            201: {
                headers: {
                    /**
                     * @description The path of the new resource.
                     * @example /api/v1/shop/promotion-codes/promo_EarlyBird
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionCodeCreated"];
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
    updatePromotionCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the promotion code at the payment provider.
                 * @example promo_EarlyBird
                 */
                promotionCodeId: string;
            };
            cookie?: never;
        };
        /** @description The change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionCodeUpdate"];
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
    listPurchases: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: {
                /**
                 * @description A secret that the client makes from at least 16 random bytes, once for each browser or device, and keeps there. A
                 *     payment page belongs to its opener: to the signed-in account, or to the holder of this key. A caller who is not
                 *     signed in and has no key gets a new payment page with each call, and cannot ask for its state.
                 * @example 6rK2vQ0hX9mBzT4nYp8LwA
                 */
                "Checkout-Key"?: components["parameters"]["CheckoutKey"];
            };
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
    getSales: {
        parameters: {
            query?: {
                /**
                 * @description The id of an event. Without it, all events count.
                 * @example 0199a3c4-0007-7000-8000-000000000001
                 */
                eventId?: components["schemas"]["Uuid"];
                /** @description Only what happened from this moment on. */
                startDate?: components["schemas"]["DateTime"];
                /** @description Only what happened before this moment. */
                endDate?: components["schemas"]["DateTime"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sales. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sales"];
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
