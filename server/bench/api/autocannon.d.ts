declare module 'autocannon' {
  interface Result {
    requests: { average: number; total: number };
    non2xx: number;
    errors: number;
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    requests?: { method?: string; path: string; headers?: Record<string, string> }[];
  }): Promise<Result>;
}
