import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import type { OrganisationDetail } from '../../contract.ts'
import { switches } from '../organisation-labels.ts'
import styles from './management.module.css'

/** The organisation's own switches, read-only; they are changed in its form. */
export const OrganisationSwitches = ({ detail }: { detail: OrganisationDetail }) => (
  <FactGrid
    facts={switches.map(({ name, label }) => ({
      label,
      value: <span className={detail[name] ? styles['on'] : styles['off']}>{detail[name] ? '已开启' : '未开启'}</span>,
    }))}
  />
)
