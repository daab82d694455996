export interface RemindedCompetition {
  slug: string;
  name: string;
  startDate: string;
}
