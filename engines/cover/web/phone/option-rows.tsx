import { useState, type ReactNode } from 'react'
import { Button } from '#packages/web/light/button.tsx'
import { CheckIcon, LockIcon } from '#packages/web/light/icons.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import styles from './option-rows.module.css'

export interface Option {
  key: string
  title: string
  facts: readonly string[]
  /** It cannot be chosen; says why. */
  obstacle: string
  /** May be chosen, but. */
  warning?: string
  /** The last letters of it are the face. */
  face?: string
}

interface Props {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  /** The first free one is the best. */
  hasBest?: boolean
  /** Several at once. */
  isSeveral?: boolean
  empty: ReactNode
  onPick: (key: string) => void
}

/** As many as fit into a sheet. */
const shownFree = 5

/** What can be chosen in a sheet, the best first; what cannot is at the end, with the reason. */
export function OptionRows({ label, options, chosen, hasBest, isSeveral = false, empty, onPick }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const free = options.filter(({ obstacle }) => !obstacle)
  const locked = options.filter(({ obstacle }) => obstacle)
  const shown = showsAll ? [...free, ...locked] : free.slice(0, shownFree)
  const hidden = options.length - shown.length
  return (
    <>
      {free.length === 0 && <p className={styles['empty']}>{empty}</p>}
      {shown.length > 0 && (
        <ul className={styles['rows']} aria-label={label}>
          {shown.map((option) => (
            <li key={option.key}>
              {option.obstacle ? (
                <span className={styles['row']} data-off>
                  <Words option={option} />
                  <LockIcon size={20} />
                </span>
              ) : (
                <button
                  type="button"
                  className={styles['row']}
                  aria-pressed={chosen.includes(option.key)}
                  onClick={() => onPick(option.key)}
                >
                  <Words option={option} isBest={hasBest && option === free[0]} />
                  <span className={styles['mark']} data-square={isSeveral || undefined}>
                    <CheckIcon size={16} />
                  </span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button kind="plain" onClick={() => setShowsAll(true)}>
          {free.length > shownFree ? `全部 ${options.length} 项` : `查看不能选的 ${hidden} 项`}
        </Button>
      )}
    </>
  )
}

function Words({
  option: { title, facts, obstacle, warning, face },
  isBest,
}: {
  option: Option
  isBest?: boolean | undefined
}) {
  return (
    <>
      {face && (
        <span className={styles['face']} aria-hidden="true">
          {face}
        </span>
      )}
      <span className={styles['words']}>
        <span className={styles['title']}>
          <b>{title}</b>
          {isBest && <Tag state="passed">推荐</Tag>}
        </span>
        <span className={styles['facts']}>{obstacle || facts.map((fact) => <span key={fact}>{fact}</span>)}</span>
        {warning && <span className={styles['warning']}>{warning}</span>}
      </span>
    </>
  )
}
