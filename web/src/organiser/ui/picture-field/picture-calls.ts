import type { components } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import type { SendPicture } from './use-upload.ts';

const sendTo =
  (path: string): SendPicture =>
  async (picture, options) => {
    const form = new FormData();
    form.append('file', picture, 'picture');
    const { data, error } = await upload({ path, form, ...options });
    return { id: (data as components['schemas']['Created'] | undefined)?.id, error };
  };

export const sendPicture = sendTo('/api/v1/media/images');
export const sendPortrait = sendTo('/api/v1/media/images?shape=portrait');

/** Deletes a picture that its event has given up. A copy of the event may still use it: then it stays. */
export async function deletePicture(imageId: string) {
  await api.DELETE('/api/v1/media/images/{imageId}', { params: { path: { imageId } } }).catch(() => {});
}
