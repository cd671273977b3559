import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { appRequestForm, type AccessFacts, type AppRequestForm, type AccessTarget } from '../../contract.ts'
import { accessFactsQuery, requestAccess, accessRequestKey } from '../access-request-queries.ts'
import { centre } from '../queries.ts'
import styles from './access-sheet.module.css'

const form: FormSpec<AppRequestForm> = {
  schema: appRequestForm,
  initial: () => ({ reason: '' }),
  sections: [
    {
      fields: [
        {
          name: 'reason',
          label: '申请用途',
          kind: 'textarea',
          required: true,
          placeholder: '用来做什么，如：负责七年级排课',
        },
      ],
    },
  ],
}

interface Props {
  accessTarget: AccessTarget
  name: string
  /** A description, shown above the list of users. */
  lead?: ReactNode
  /** Replaces the request form. */
  way?: ReactNode
  onClose: () => void
}

/** A target that the caller may not open: description, users, deciders, and the request form. */
export default function AccessSheet({ accessTarget, name, lead, way, onClose }: Props) {
  const { data, error, refetch } = useQuery(accessFactsQuery(accessTarget))
  const request = useAccessRequest(accessTarget)
  const content = (
    <>
      {lead}
      {data ? (
        <Facts facts={data} kind={accessTarget.kind} />
      ) : error ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <PageState status="loading" widths={[48, 64, 56]} />
      )}
    </>
  )
  if (data?.canRequest && !way)
    return (
      <FormDialog
        title={`申请使用“${name}”`}
        lead={content}
        form={form}
        submit={request}
        submitLabel="申请"
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={name}
      size="form"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          {way}
        </>
      }
    >
      {content}
    </Dialog>
  )
}

function useAccessRequest(accessTarget: AccessTarget) {
  const client = useQueryClient()
  const toast = useToast()
  return async ({ reason }: AppRequestForm) => {
    await requestAccess(accessTarget, reason)
    toast.success('已提交申请，结果将通知您')
    await Promise.all(
      [accessRequestKey, centre.queryKey].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
    )
  }
}

function Facts({ facts, kind }: { facts: AccessFacts; kind: AccessTarget['kind'] }) {
  const { openTo, needs, note, isRequested, people } = facts
  return (
    <FactGrid
      look="panel"
      facts={[
        kind === 'page' ? { label: '所需权限', value: needs } : { label: '开放对象', value: openTo.join('、') },
        isRequested
          ? { label: '申请状态', value: '已申请，等待处理' }
          : note !== '' && { label: '如何获得', value: note },
        people.length > 0 && { label: '由谁处理', value: <Deciders people={people} /> },
      ]}
    />
  )
}

const Deciders = ({ people }: Pick<AccessFacts, 'people'>) => (
  <ul className={styles['people']}>
    {people.map((person) => (
      <li key={`${person.name} ${person.orgName}`}>
        {person.name}，{person.orgName}
        {person.phone && (
          <a className={styles['phone']} href={`tel:${person.phone}`}>
            {person.phone}
          </a>
        )}
      </li>
    ))}
  </ul>
)
