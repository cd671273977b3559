import { EditOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { StaffMembership, UserDetail } from '../../contract.ts'
import { getMembershipStatus, getUserTypeLabel } from '../staff-labels.ts'
import styles from './membership-cards.module.css'

// Lazy, because most visitors only read.
const MembershipDialog = lazy(() => import('./membership-dialog.tsx'))

interface Props {
  detail: UserDetail
  /** Includes ended memberships, and buttons to edit them. */
  isWhole: boolean
}

/** The memberships of a person, main one first. */
export function MembershipCards({ detail, isWhole }: Props) {
  const [open, setOpen] = useState<StaffMembership>()
  const may = useMay()
  const memberships = isWhole ? detail.memberships : detail.memberships.filter(({ status }) => status !== 'left')
  if (memberships.length === 0) return <p className={styles['none']}>没有在岗的任职</p>
  return (
    <>
      <ul className={styles['cards']}>
        {memberships.map((membership) => (
          <li key={membership.id} className={styles['card']}>
            <span
              className={`${styles['mark']} ${membership.isMain ? styles['main'] : ''}`}
              title={getMembershipKind(membership)}
            >
              {getMembershipKind(membership).slice(0, 1)}
            </span>
            <div className={styles['words']}>
              <p className={styles['org']}>
                {membership.orgName}
                {membership.status !== 'active' && <RowStatusTag status={getMembershipStatus(membership)} />}
              </p>
              <p className={`${styles['about']} ${dots['dotted']}`}>
                {[
                  membership.departmentName,
                  membership.post || getUserTypeLabel(membership),
                  formatDateRange(membership),
                ]
                  .filter(Boolean)
                  .map((text) => (
                    <span key={text}>{text}</span>
                  ))}
              </p>
            </div>
            {isWhole && membership.mayEdit && may('user.edit') && (
              <Button
                type="text"
                icon={<Glyph of={EditOutlined} />}
                aria-label={`编辑${membership.orgName}的任职`}
                title="编辑"
                onClick={() => setOpen(membership)}
              />
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <MembershipDialog detail={detail} membership={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const getMembershipKind = ({ isMain }: StaffMembership) => (isMain ? '主要任职' : '兼职')
export const formatDateRange = ({ startsOn, endsOn }: Pick<StaffMembership, 'startsOn' | 'endsOn'>) =>
  endsOn ? `${startsOn} 至 ${endsOn}` : `${startsOn} 起`

/** Adds a further membership. */
export function AddMembership({ detail }: { detail: UserDetail }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  if (!may('user.edit')) return null
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        添加兼职
      </Button>
      {isOpen && (
        <Suspense>
          <MembershipDialog detail={detail} membership={undefined} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
