import { chooseChild, useFamily } from '#packages/web/core/family.ts'
import styles from './child-switcher.module.css'

/**
 * The child whose page it is; with several children the user can switch. Initials instead of a picture, for privacy.
 */
export function ChildSwitcher() {
  const family = useFamily()
  const children = family.children
  return (
    <div className={styles['switcher']} role="radiogroup" aria-label="选择孩子">
      {children.map(({ id, name, className, orgName }) => (
        <label key={id} className={styles['child']} data-chosen={id === family.childId ? '' : undefined}>
          <input
            type="radio"
            name="child"
            className={styles['input']}
            checked={id === family.childId}
            onChange={() => chooseChild(id)}
          />
          <span className={styles['initial']} aria-hidden="true">
            {name.slice(-1)}
          </span>
          <span className={styles['words']}>
            <strong className={styles['name']}>{name}</strong>
            <span className={styles['place']}>{className || orgName}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
