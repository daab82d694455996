import { randomUUID } from 'node:crypto';
import { bodyLimits } from '@ringside/openapi/operation-facts';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { brokenForeignKey } from '../../db/constraints.ts';
import type { Db } from '../../db/database.ts';
import { readUploadedFile } from '../../http/multipart-file.ts';
import { problem } from '../../http/problems.ts';
import { deleteLooseFile, insertLoosePicture } from '../loose/loose-file.repository.ts';
import { uploadMinutes } from '../loose/remove-loose.ts';
import { deleteImage, findImage, insertImage, listUsesOfImage, pictureOwners } from './image.repository.ts';
import type { PictureEncoder } from './picture-encoder.ts';
import { artworkWidths, type PictureShape, pictureWidths, squareWidths } from './picture-files.ts';
import { type FileRemoval, removeFiles } from './remove-files.ts';

interface Deps extends FileRemoval {
  encoder: PictureEncoder;
}

const upload = { name: 'file', limit: 10 * 1024 * 1024, bodyLimit: bodyLimits.uploadImage };

export function imageHandlers(deps: Deps): Handlers<'uploadImage' | 'getImage' | 'deleteImage'> {
  const { db, pictures, encoder } = deps;
  return {
    async uploadImage({ query, request }) {
      const shape = query.shape ?? 'wide';
      const { files, width, height } = await encoder.admit(async () =>
        encoder.encode(await readUploadedFile(request, upload), shape),
      );
      const id = randomUUID();
      // The row comes last, so that every picture with a row has all files, even after a crash.
      await insertLoosePicture(db, id);
      await pictures.write(id, files);
      await db.transaction().execute(async (trx) => {
        if (!(await deleteLooseFile(trx, id, uploadMinutes))) throw problem('service-unavailable');
        await insertImage(trx, { id, shape, width, height });
        await recordChange(trx, request, {
          action: 'uploadImage',
          entityId: id,
          before: null,
          after: { shape, width, height },
        });
      });
      return { status: 201, headers: { location: `/api/v1/media/images/${id}` }, body: { id } };
    },

    async getImage({ path }) {
      const image = await findImage(db, path.imageId);
      if (image === undefined) throw problem('not-found');
      return {
        status: 200,
        body: { ...image, ...widthsOf(image.shape) },
      };
    },

    async deleteImage({ path, request }) {
      // In lower case, like the database and the folder names.
      const imageId = path.imageId.toLowerCase();
      const deleted = db.transaction().execute(async (trx) => {
        const image = await deleteImage(trx, imageId);
        if (image === undefined) throw problem('not-found');
        await insertLoosePicture(trx, imageId);
        await recordChange(trx, request, {
          action: 'deleteImage',
          entityId: imageId,
          before: { shape: image.shape, width: image.width, height: image.height },
          after: null,
        });
      });
      await deleted.catch(async (error) => {
        throw pictureOwners.includes(brokenForeignKey(error)) ? await inUse(db, imageId) : error;
      });
      await removeFiles(deps, imageId, request.log);
      return { status: 204 };
    },
  };
}

function widthsOf(shape: PictureShape) {
  return {
    widths: [...pictureWidths[shape]],
    artworkWidths: shape === 'wide' ? [...artworkWidths] : [],
    squareWidths: shape === 'portrait' ? [...squareWidths] : [],
  };
}

async function inUse(db: Db, imageId: string) {
  const { names, total } = await listUsesOfImage(db, imageId, 3);
  const named = names.map((name) => `"${name}"`).join(', ');
  const others = total > names.length ? ` and ${total - names.length} more` : '';
  return problem('conflict', { detail: `The picture is in use by ${named || 'an event'}${others}.` });
}
