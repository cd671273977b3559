import { formatDayTime } from './format/time.ts'
import { useSession } from './session.ts'

/** Who printed the page, and when: `print.css` puts it below every print. */
export const getPrintFooter = (name: string | undefined, now: Date) =>
  [name && `打印人 ${name}`, `打印时间 ${formatDayTime(now)}`].filter(Boolean).join('，')

/** From now on every print names its user. */
export function addPrintFooter() {
  window.addEventListener('beforeprint', () => {
    document.body.dataset['printed'] = getPrintFooter(useSession.getState().user?.realName, new Date())
  })
}
