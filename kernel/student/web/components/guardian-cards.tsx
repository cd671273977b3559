import { MinusOutlined, StarOutlined, WarningOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { linkStatuses, restrictions, type Guardian, type StudentDetail } from '../../contract.ts'
import { studentKey } from '../student-tree.ts'
import { getRelationLabel } from '../student-labels.ts'
import { MaskedStudentField } from './masked-student-field.tsx'
import styles from './guardian-cards.module.css'

// Loaded on demand, because most users only read.
const GuardiansDialog = lazy(() => import('./guardians-dialog.tsx'))
const UnbindDialog = lazy(() => import('./unbind-dialog.tsx'))

const getLinkStatus = createStatusLook(linkStatuses, { listed: MinusOutlined, ended: MinusOutlined })

/** The guardians of a pupil: phone, binding and custody restriction. */
export function GuardianCards({ detail }: { detail: StudentDetail }) {
  if (detail.guardians.length === 0)
    return <PageState status="empty" of="people" title="还没有监护人" text="至少登记一位能联系到的监护人。" />
  return (
    <ul>
      {detail.guardians.map((one) => (
        <Card key={one.id} detail={detail} one={one} />
      ))}
    </ul>
  )
}

function Card({ detail, one }: { detail: StudentDetail; one: Guardian }) {
  const unbind = () =>
    showDialog((close) => (
      <Suspense>
        <UnbindDialog guardian={one} studentName={detail.name} onClose={close} />
      </Suspense>
    ))
  return (
    <li className={styles['card']}>
      <InitialsAvatar name={one.name} size="row" />
      <span className={styles['who']}>
        <strong>{one.name}</strong>
        <span className={styles['relation']}>{getRelationLabel(one.relation)}</span>
      </span>
      <span className={styles['phone']}>
        <MaskedStudentField
          studentId={detail.id}
          field="guardianPhone"
          value={one.phone}
          guardianId={one.id}
          canCall={true}
          mayReveal={detail.may.reveal}
        />
      </span>
      <span className={styles['tags']}>
        {one.isPrimary && (
          <StatusTag tone="info" icon={StarOutlined}>
            主要联系人
          </StatusTag>
        )}
        {one.isEmergency && !one.isPrimary && (
          <StatusTag tone="closed" icon={StarOutlined}>
            紧急联系人
          </StatusTag>
        )}
        {one.restriction && one.restriction !== 'none' && (
          <StatusTag tone="error" icon={WarningOutlined}>
            {restrictions[one.restriction]}
          </StatusTag>
        )}
      </span>
      <span className={styles['end']}>
        <RowStatusTag status={getLinkStatus(one.status)} />
        {one.status === 'active' && detail.may.account && (
          <Button type="link" aria-label={`解除绑定 ${one.name}`} onClick={unbind}>
            解除绑定
          </Button>
        )}
      </span>
    </li>
  )
}

/** Only with the permission `student.contact`. */
export function GuardiansButton({ detail }: { detail: StudentDetail }) {
  const client = useQueryClient()
  if (!detail.may.contact) return null
  const saved = () => void client.invalidateQueries({ queryKey: studentKey })
  // As a page-level dialog, because the head of the card has small text.
  const open = () =>
    showDialog((close) => (
      <Suspense>
        <GuardiansDialog detail={detail} onSaved={saved} onClose={close} />
      </Suspense>
    ))
  return (
    <Button type="link" aria-label="编辑监护人" onClick={open}>
      编辑
    </Button>
  )
}
