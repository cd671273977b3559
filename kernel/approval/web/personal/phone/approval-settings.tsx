import { use, useState, type ReactNode } from 'react'
import type { DataOf } from '#packages/contract'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { FormPage } from '#packages/web/light/form/form-page.tsx'
import { PhoneControlsContext } from '#packages/web/light/module-parts.ts'
import { LightPage } from '#packages/web/light/page.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { approvalSetupApi, type Delegation } from '../../../contract.ts'
import {
  createDelegationForm,
  delegationStates,
  listDelegationFacts,
  type DelegationValues,
} from '../delegation-form.ts'
import { cancelDelegation, saveDelegation, saveSignature } from '../personal-queries.ts'
import { Phrases } from './phrases.tsx'
import styles from './approval-settings.module.css'

/** The settings of one's own approvals, below one another. */
export default function ApprovalSettings() {
  usePageTitle('审批设置')
  const { showMessage, showWarning, toast } = useToast()
  const delegations = useLoaded('delegations', () => call(approvalSetupApi.delegateList))
  const phrases = useLoaded('phrases', () => call(approvalSetupApi.phraseList))
  const signature = useLoaded('signature', () => call(approvalSetupApi.signature))
  const [form, setForm] = useState<FormSpec<DelegationValues>>()
  const [ending, setEnding] = useState<Delegation>()
  const report = { onDone: showMessage, onFailed: (error: unknown) => showWarning(getErrorMessage(error)) }
  if (form)
    return (
      <FormPage
        title="新建审批代理"
        form={form as never}
        submit={async (values) => {
          await saveDelegation(values as DelegationValues)
          setForm(undefined)
          delegations.again()
          showMessage('已设置代理')
        }}
        onClose={() => setForm(undefined)}
      />
    )
  return (
    <LightPage head={<Bar title="审批设置" back={`${staffHome}?tab=me`} help="approval-settings" />} dock={toast}>
      <Card title="审批代理">
        <Loaded {...delegations}>
          {({ rows, subjects }) => (
            <>
              <Delegations rows={rows} onCancel={setEnding} />
              <Button kind="tint" onClick={() => setForm(createDelegationForm(subjects))}>
                新建代理
              </Button>
            </>
          )}
        </Loaded>
      </Card>
      <Card title="常用意见">
        <Loaded {...phrases}>{(data) => <Phrases saved={data.phrases} {...report} />}</Loaded>
      </Card>
      <Card title="手写签名">
        <Loaded {...signature}>
          {(data) => <SignaturePart key={data.fileId} saved={data} again={signature.again} {...report} />}
        </Loaded>
      </Card>
      {ending && (
        <BottomSheet title="取消审批代理" onClose={() => setEnding(undefined)}>
          <p>
            取消后，{ending.from}的审批不再由{ending.to}处理；已经处理的不受影响。
          </p>
          <Button
            size="task"
            kind="danger"
            onClick={() => {
              setEnding(undefined)
              cancelDelegation(ending.id).then(() => {
                delegations.again()
                showMessage('已取消代理')
              }, report.onFailed)
            }}
          >
            取消代理
          </Button>
          <Button size="task" kind="plain" onClick={() => setEnding(undefined)}>
            保留
          </Button>
        </BottomSheet>
      )}
    </LightPage>
  )
}

interface LoadedProps<Data> {
  answer: Data | 'failed' | undefined
  again: () => void
  children: (data: Data) => ReactNode
}

const Loaded = <Data extends object>({ answer, again, children }: LoadedProps<Data>) =>
  answer === 'failed' ? <InlineLoadError onRetry={again} /> : answer ? children(answer) : <Skeleton />

function Delegations({ rows, onCancel }: { rows: readonly Delegation[]; onCancel: (row: Delegation) => void }) {
  if (rows.length === 0) return <p className={styles['none']}>出差、请假时，可以请别人代您审批。</p>
  return (
    <ul className={styles['rows']} aria-label="审批代理">
      {rows.map((row) => (
        <li key={row.id} className={styles['row']}>
          <span className={styles['words']}>
            <strong>
              {row.from} → {row.to}
            </strong>
            <small>{listDelegationFacts(row).join('　')}</small>
          </span>
          <DelegationState status={row.status} />
          {row.mayCancel && (
            <TextButton aria-label={`取消${row.from}给${row.to}的代理`} onClick={() => onCancel(row)}>
              取消
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What is over needs no colour. */
function DelegationState({ status }: Pick<Delegation, 'status'>) {
  const { label } = delegationStates[status]
  if (status === 'active') return <Tag state="passed">{label}</Tag>
  return status === 'coming' ? <Tag state="waiting">{label}</Tag> : <span>{label}</span>
}

interface SignatureProps {
  saved: DataOf<typeof approvalSetupApi.signature>
  again: () => void
  onDone: (message: string) => void
  onFailed: (error: unknown) => void
}

function SignaturePart({ saved, again, onDone, onFailed }: SignatureProps) {
  const Control = use(PhoneControlsContext).controls['signature']
  // While a new one is drawn the stored one stays valid.
  const [isDrawing, setDrawing] = useState(false)
  const change = (value: unknown) => {
    if (typeof value !== 'string') return setDrawing(true)
    saveSignature(value).then(() => {
      again()
      onDone('手写签名已保存')
    }, onFailed)
  }
  if (!Control) throw new Error('no module provides the control signature for phones')
  return (
    <Control
      name="signature"
      label="需要签名的步骤会带上它"
      isOptional
      error={undefined}
      hint={undefined}
      value={isDrawing ? null : saved.fileId}
      known={saved}
      orgId={null}
      max={1}
      onChange={change}
      onPending={() => {}}
    />
  )
}
