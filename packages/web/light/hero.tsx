import type { ReactNode } from 'react'
import { getCountdownParts } from './countdown-text.ts'
import styles from './hero.module.css'

/** The blue block of a landing page. */
export const Hero = ({ children }: { children: ReactNode }) => (
  <div className={styles['hero']}>
    <div className={styles['inside']}>{children}</div>
  </div>
)

export const HeroTitle = ({ children }: { children: ReactNode }) => <h1 className={styles['title']}>{children}</h1>

/** A line of facts with drawn dots between them. */
export function HeroFacts({ facts }: { facts: readonly string[] }) {
  return (
    <p className={styles['facts']}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

/** A large countdown in days, hours and minutes; in the last hour minutes and seconds. */
export function HeroCountdown({ label, left, aside }: { label: string; left: number; aside: ReactNode }) {
  const { days, hours, minutes, seconds } = getCountdownParts(left)
  const two = (number: number) => String(number).padStart(2, '0')
  const parts =
    days + hours > 0
      ? [
          [String(days), '天'],
          [two(hours), '时'],
          [two(minutes), '分'],
        ]
      : [
          [two(minutes), '分'],
          [two(seconds), '秒'],
        ]
  return (
    <div className={styles['countdown']}>
      <div>
        <p className={styles['label']}>{label}</p>
        <p className={styles['parts']}>
          {parts.map(([number, unit]) => (
            <span key={unit}>
              <b>{number}</b>
              {unit}
            </span>
          ))}
        </p>
      </div>
      <div className={styles['aside']}>{aside}</div>
    </div>
  )
}
