import { Statistics } from '#kernel/metric/web/api.ts'

/** /developer/applicationData: how much the applications are used. */
export default function ApplicationDataPage() {
  return <Statistics subject="applications" />
}
