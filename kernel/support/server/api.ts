export { seedTickets } from './seed-tickets.ts'
