import type { OrganisationDetail } from '../../contract.ts'
import { switches } from '../organisation-labels.ts'
import styles from './management.module.css'

/** The organisation's own switches, read-only; they are changed in its form. */
export const OrganisationSwitches = ({ detail }: { detail: OrganisationDetail }) => (
  <dl>
    {switches.map(({ name, label }) => (
      <div key={name} className={styles['switch']}>
        <dt>{label}</dt>
        <dd data-on={detail[name] ? '' : undefined}>{detail[name] ? '已开启' : '未开启'}</dd>
      </div>
    ))}
  </dl>
)
