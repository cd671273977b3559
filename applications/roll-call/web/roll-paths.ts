export const rollPath = '/application/CallTheRoll'
