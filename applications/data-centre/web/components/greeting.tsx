import { greetingAt, weekDay } from '#packages/web/core/format/time.ts'
import { useSession } from '#packages/web/core/session.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { addressOf } from './address-of.ts'
import { useNow } from './use-now.ts'
import styles from './greeting.module.css'

export function Greeting() {
  const user = useSession((session) => session.user)
  const now = useNow()
  const isPhone = usePhone()
  const day = weekDay(now)
  return (
    <div className={styles['line']}>
      <h1 className={styles['words']}>
        {greetingAt(now)}
        {user && `，${addressOf(user)}`}
      </h1>
      <p className={styles['day']}>{isPhone ? day.slice('2026-'.length) : day}</p>
    </div>
  )
}
