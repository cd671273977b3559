import { EmptyValue } from './empty-value.tsx'
import type { ObjectChange } from '../../contract-operations.ts'
import styles from './changed-fields.module.css'

interface Props {
  changes: readonly ObjectChange[]
  /** Whether the changes are of several objects, so that each is named. */
  hasObjects?: boolean
}

/** What changed, field by field: the value before and the value after. */
export const ChangedFields = ({ changes, hasObjects = false }: Props) => (
  <dl className={styles['changes']} aria-label="变更内容">
    {changes.map(({ id, object, label, before, after, isSecret }) => (
      <div key={id} className={styles['change']}>
        <dt>
          {hasObjects && object && <span className={styles['object']}>{object.title}</span>}
          {label}
        </dt>
        <dd>
          {isSecret ? (
            <span className={styles['secret']}>已修改（不记录内容）</span>
          ) : (
            <>
              <del className={styles['before']}>
                <EmptyValue text={before} />
              </del>
              <span aria-hidden className={styles['arrow']}>
                →
              </span>
              <ins className={styles['after']}>
                <EmptyValue text={after} />
              </ins>
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
