import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../test/api-server.ts';
import { fakeCompetition } from '../test/fake-competition.ts';
import { renderPage } from '../test/render.tsx';
import { Destination } from './destination.tsx';

const server = fakeApiServer();
const path = '/api/v1/kickboxing/competitions/{competitionId}';
const words = 'Create your free account to watch';

it('names the competition that the viewer comes from (34.9)', async () => {
  const competition = fakeCompetition([]);
  server.on('get', path, { status: 200, body: competition });
  renderPage(<Destination continueTo={`/competitions/${competition.slug}/live?stream=2`} words={words} />);
  const name = await screen.findByText(competition.name);
  expect(name.parentElement?.textContent).toBe(`${words} ${competition.name}.`);
});

it('says nothing about a competition that is not public, and asks nothing for other pages', async () => {
  server.on('get', path, {
    status: 404,
    body: problemBody({ status: 404, type: '/problems/not-found' }) as never,
  });
  renderPage(
    <>
      <Destination continueTo="/competitions/%E0%A4%A/live" words={words} />
      <Destination continueTo="/account/tickets" words={words} />
    </>,
  );
  await waitFor(() => expect(document.querySelectorAll('p')).toHaveLength(0));
  expect(server.calls()).toHaveLength(1);
});
