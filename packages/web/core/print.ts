import { dayTime } from './format/time.ts'
import { useSession } from './session.ts'

/** Who printed it, and when: `print.css` puts it below whatever is printed. */
export const printLine = (name: string | undefined, now: Date) =>
  [name && `打印人 ${name}`, `打印时间 ${dayTime(now)}`].filter(Boolean).join('，')

/** From now on every print says whose it is. */
export function signPrints() {
  window.addEventListener('beforeprint', () => {
    document.body.dataset['printed'] = printLine(useSession.getState().user?.realName, new Date())
  })
}
