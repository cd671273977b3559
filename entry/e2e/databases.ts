/** The journeys' own databases. */
export const e2eCell = 'e2e_cell'
export const e2eDirectory = 'e2e_directory'
