export { defineAlert, notifyStaff, type AlertKind, type AlertStep } from './alert-kinds.ts'
export { type AlertFilter, type AlertRow } from './alert-queries.ts'
export {
  acknowledgeAlert,
  closeAlert,
  dismissAlert,
  findOpenAlert,
  getAlertStories,
  listAlerts,
  raiseAlert,
  type Alert,
  type AlertOccasion,
  type AlertStory,
} from './alerts.ts'
export { climbCell, climbLadders } from './climb-ladders.ts'
