import { Button } from '@mantine/core';
import { IconDownload, IconPrinter, IconTableImport } from '@tabler/icons-react';
import { saveCsv } from '../../../../ui/save-file.ts';
import { useMay } from '../../use-may.ts';
import { boutsOf, type Card } from '../card-order.ts';
import { openImport } from '../import/import-dialog.tsx';
import { cardCsv } from './card-csv.ts';
import classes from './card-tools.module.css';

interface Props {
  event: { id: string; slug: string };
  card: Card;
}

/** The card in and out: import, paper and spreadsheet. */
export function CardTools({ event: { id, slug }, card }: Props) {
  const may = useMay();
  const isEmpty = boutsOf(card).length === 0;
  return (
    <div className={classes.tools}>
      {may.update && card.length > 0 ? (
        <Button
          variant="default"
          leftSection={<IconTableImport size={18} aria-hidden />}
          onClick={() => openImport(id)}
        >
          Import
        </Button>
      ) : null}
      {isEmpty ? null : (
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            aria-label="Save the card as CSV"
            onClick={() => saveCsv(cardCsv(card), `${slug}-card.csv`)}
          >
            CSV
          </Button>
        </>
      )}
    </div>
  );
}
