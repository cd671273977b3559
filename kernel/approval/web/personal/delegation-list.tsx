import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '#packages/contract'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import type { approvalSetupApi, Delegation } from '../../contract.ts'
import { createDelegationForm, delegationStates, listDelegationFacts } from './delegation-form.ts'
import { cancelDelegation, delegationKey, saveDelegation } from './personal-queries.ts'
import styles from './delegation-list.module.css'

const icons = {
  coming: ClockCircleOutlined,
  active: CheckCircleOutlined,
  over: MinusCircleOutlined,
  cancelled: MinusCircleOutlined,
} as const

/** 审批代理 of the user: given and received. */
export function DelegationList({ rows, subjects }: DataOf<typeof approvalSetupApi.delegateList>) {
  const client = useQueryClient()
  const toast = useToast()
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<Delegation>()
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles['none']}>还没有设置代理。</p>
      ) : (
        <ul className={styles['rows']} aria-label="审批代理">
          {rows.map((row) => (
            <li key={row.id} className={styles['row']}>
              <span className={styles['words']}>
                <strong>
                  {row.from} → {row.to}
                </strong>
                <span className={`${styles['facts']} ${dots['dotted']}`}>
                  {listDelegationFacts(row).map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                </span>
              </span>
              <StatusTag
                tone={delegationStates[row.status].tone}
                icon={icons[row.status]}
                quiet={row.status !== 'active'}
              >
                {delegationStates[row.status].label}
              </StatusTag>
              {row.mayCancel && (
                <Button aria-label={`取消${row.from}给${row.to}的代理`} onClick={() => setEnding(row)}>
                  取消代理
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button icon={<Glyph of={PlusOutlined} />} onClick={() => setMaking(true)}>
        新建代理
      </Button>
      {isMaking && (
        <FormDialog
          title="新建审批代理"
          form={createDelegationForm(subjects)}
          submit={async (values) => {
            await saveDelegation(values)
            await client.invalidateQueries({ queryKey: delegationKey })
            toast.success('已设置代理')
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {ending && (
        <ConfirmAction
          title="取消审批代理"
          submitLabel="取消代理"
          cancelLabel="保留"
          isDanger
          done="已取消代理"
          queryKey={delegationKey}
          submit={() => cancelDelegation(ending.id)}
          onClose={() => setEnding(undefined)}
        >
          <p>
            取消后，{ending.from}的审批不再由{ending.to}处理；已经处理的不受影响。
          </p>
        </ConfirmAction>
      )}
    </>
  )
}
