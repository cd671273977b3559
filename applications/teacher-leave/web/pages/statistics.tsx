import { Statistics } from '#kernel/metric/web/api.ts'

export default function LeaveStatistics() {
  return <Statistics subject="leave" />
}
