import type { KeyboardEvent } from 'react'
import styles from './tabs.module.css'

interface Props {
  /** Pages behind another stay in the document, so each has its own ids for its tabs. */
  id: string
  tabs: readonly { key: string; label: string }[]
  chosen: string
  onChoose: (key: string) => void
}

export const getTabId = (id: string, key: string) => `${id}-tab-${key}`
export const getPanelId = (id: string) => `${id}-panel`

/** A tab bar; the arrow keys move between the tabs. */
export function Tabs({ id, tabs, chosen, onChoose }: Props) {
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === chosen)
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = tabs.at(step % tabs.length)!
    onChoose(to.key)
    document.getElementById(getTabId(id, to.key))?.focus()
  }
  return (
    <div className={styles['tabs']} role="tablist" tabIndex={-1} onKeyDown={move}>
      {tabs.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          id={getTabId(id, key)}
          className={styles['tab']}
          role="tab"
          aria-selected={key === chosen}
          aria-controls={getPanelId(id)}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
