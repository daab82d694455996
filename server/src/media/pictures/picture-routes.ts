import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { prepareImmutable, refusal, sendImmutable } from '../media-reply.ts';
import { isPictureId, pictureFileType } from './picture-files.ts';
import type { PictureStore } from './picture-store.ts';
import { createSharedPictures } from './shared-pictures.ts';

type Request = FastifyRequest<{ Params: { pictureId: string; file: string } }>;

/** `/media/pictures/<pictureId>/<file>`: pictures are public, their ids are not guessable. */
export const pictureRoutes: FastifyPluginAsync<{ pictures: PictureStore }> = async (app, { pictures }) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/pictures/:pictureId/:file',
    handler: (request: Request, reply) => sendPicture(pictures, request, reply),
  });

  const shared = createSharedPictures(pictures);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/pictures/shared/:name',
    handler: async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const { name } = request.params;
      const bytes = await shared.find(name);
      if (bytes === undefined) throw refusal(reply, 'not-found');
      sendImmutable(request, reply, { bytes, etag: `"${name}"`, type: 'image/jpeg' });
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

async function sendPicture(pictures: PictureStore, request: Request, reply: FastifyReply) {
  const { pictureId, file } = request.params;
  const type = isPictureId(pictureId) ? pictureFileType(file) : undefined;
  if (type === undefined) throw refusal(reply, 'not-found');
  const etag = `"${pictureId}-${file}"`;

  // Most requests ask for the whole file: one call of the store. Others need its size before they can be answered.
  const { range, 'if-none-match': known } = request.headers;
  const isPlain = request.method === 'GET' && range === undefined && known === undefined;
  const whole = isPlain ? await pictures.open(pictureId, file) : undefined;
  const size = isPlain ? whole?.size : await pictures.findSize(pictureId, file);
  if (size === undefined) throw refusal(reply, 'not-found');

  const part = prepareImmutable(request, reply, { etag, type, size });
  if (whole !== undefined) return reply.header('content-length', size).send(whole.stream);
  if (part === 'nothing') return reply.send();
  if (request.method === 'HEAD') return reply.header('content-length', size).send();
  const opened = await pictures.open(pictureId, file, part === 'whole' ? undefined : part);
  // It was removed between the two calls.
  if (opened === undefined) throw refusal(reply, 'not-found');
  return reply.header('content-length', opened.size).send(opened.stream);
}
