import { api } from '../../../api/client.ts';

const bannerPath = '/api/v1/events/{eventId}/banner';

export function setBanner(eventId: string, text: string) {
  return api.PUT(bannerPath, { params: { path: { eventId } }, body: { text } });
}

export function takeBannerBack(eventId: string) {
  return api.DELETE(bannerPath, { params: { path: { eventId } } });
}
