import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { refusal, sendImmutable } from './media-reply.ts';
import type { PictureStore } from './picture-store.ts';

type Request = FastifyRequest<{ Params: { pictureId: string; file: string } }>;

/** `/media/pictures/<pictureId>/<width>.<format>`: pictures are public, their ids are not guessable. */
export const pictureRoutes: FastifyPluginAsync<{ pictures: PictureStore }> = async (app, { pictures }) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/pictures/:pictureId/:file',
    handler: async (request: Request, reply) => {
      const { pictureId, file } = request.params;
      const picture = await pictures.read(pictureId, file);
      if (picture === undefined) throw refusal(reply, 'not-found');
      sendImmutable(request, reply, { ...picture, etag: `"${pictureId}-${file}"` });
      return reply;
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/pictures/*',
    handler: async (_request, reply) => {
      throw refusal(reply, 'not-found');
    },
  });
};
