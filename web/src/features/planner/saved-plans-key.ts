/** Of the query that lists what the server keeps. */
export const plansKey = ['saved plans'] as const
