import { useThemeChoice } from '#packages/web/core/theme.ts'
import type { ThemeChoice } from '#packages/web/core/theme-choice.ts'
import styles from './theme-switch.module.css'

const choices: readonly [ThemeChoice, string][] = [
  ['light', '浅色'],
  ['dark', '深色'],
  ['system', '跟随系统'],
]

/** 外观: the theme, applied at once. */
export function ThemeSwitch({ onChoose }: { onChoose: (choice: ThemeChoice) => void }) {
  const chosen = useThemeChoice()
  return (
    <div role="radiogroup" className={styles['line']} aria-label="外观">
      <span className={styles['label']} aria-hidden="true">
        外观
      </span>
      <span className={styles['choices']}>
        {choices.map(([choice, label]) => (
          <label key={choice} className={styles['choice']}>
            <input
              type="radio"
              className={styles['input']}
              name="theme"
              value={choice}
              checked={choice === chosen}
              onChange={() => onChoose(choice)}
            />
            {label}
          </label>
        ))}
      </span>
    </div>
  )
}
