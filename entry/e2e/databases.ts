/** The journeys' own databases. */
export const cell = 'e2e_cell'
export const directory = 'e2e_directory'
