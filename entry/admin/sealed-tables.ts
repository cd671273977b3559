import type { SealedTable } from '#packages/crypto'

const byId = { id: 'uuid' }

/** Every table with values sealed under a district key; resealed after a key rotation. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: 'person',
    key: byId,
    row: 'id',
    columns: { id_card: 'person.id_card', phone: 'person.phone', workplace: 'person.workplace' },
  },
  { table: 'staff_file', key: { person_id: 'uuid' }, row: 'person_id', columns: { private: 'staff_file.private' } },
  { table: 'membership', key: byId, row: '', columns: { ic_card: 'membership.ic_card' } },
  {
    table: 'staff_change',
    key: byId,
    row: 'id',
    columns: {
      reason: 'staff_change.reason',
      requested_membership: 'staff_change.requested_membership',
    },
  },
  { table: 'person_merge', key: byId, row: 'id', columns: { reason: 'person_merge.reason' } },
  {
    table: 'student',
    key: byId,
    row: 'id',
    columns: { student_no: 'student.student_no', private: 'student.private', ic_card: 'student.ic_card' },
  },
  { table: 'student_change', key: byId, row: 'id', columns: { reason: 'student.reason' } },
  {
    table: 'student_transfer',
    key: byId,
    row: 'id',
    columns: { requested_name: 'student.requested_name', reason: 'student.reason' },
  },
  { table: 'guardian', key: byId, row: 'person_id', columns: { phone: 'guardian.phone' } },
  {
    table: 'guardian_link',
    key: byId,
    row: 'id',
    columns: { phone: 'guardian.phone', restriction: 'guardian.restriction' },
  },
  { table: 'class_code', key: { class_id: 'uuid' }, row: 'class_id', columns: { code: 'class.code' } },
  {
    table: 'data_export',
    key: byId,
    row: 'id',
    columns: {
      filter: 'data_export.filter',
      description: 'data_export.description',
      reason: 'data_export.reason',
    },
  },
  ...['collect_piece', 'collected_record', 'collect_quarantine'].map((table) => ({
    table,
    key: byId,
    row: 'id',
    columns: { payload: `${table}.payload` },
  })),
  { table: 'data_source', key: byId, row: 'id', columns: { password: 'data_source.password' } },
  { table: 'app_secret', key: byId, row: 'id', columns: { signing_key: 'app_secret.signing_key' } },
  {
    table: 'developer',
    key: byId,
    row: 'id',
    columns: { contact: 'developer.contact', phone: 'developer.phone' },
  },
  { table: 'dingtalk', key: byId, row: 'corp_id', columns: { client_secret: 'dingtalk.client_secret' } },
  {
    table: 'support_ticket',
    key: byId,
    row: 'id',
    columns: { text: 'support_ticket.text', answer: 'support_ticket.answer' },
  },
  {
    table: 'message_delivery',
    key: { at: 'timestamptz', id: 'uuid' },
    row: 'id',
    columns: { address: 'message_delivery.address' },
  },
  {
    table: 'account_sms',
    key: { at: 'timestamptz', id: 'uuid' },
    row: 'id',
    columns: { address: 'message_delivery.address' },
  },
  { table: 'flow_instance', key: byId, row: 'id', columns: { submitted: 'flow_instance.submitted' } },
  { table: 'flow_task', key: byId, row: 'id', columns: { opinion: 'flow_task.opinion' } },
  { table: 'handover_case', key: byId, row: 'id', columns: { forced_reason: 'handover_case.forced_reason' } },
  {
    table: 'leave_request',
    key: byId,
    row: 'id',
    columns: {
      reason: 'leave_request.reason',
      contact: 'leave_request.contact',
      destination: 'leave_request.destination',
    },
  },
  {
    table: 'cover_request',
    key: byId,
    row: 'id',
    columns: { reason: 'cover_request.reason', note: 'cover_request.note' },
  },
  {
    table: 'cover_ask',
    key: { request_id: 'uuid', member_id: 'uuid' },
    row: 'request_id',
    columns: { note: 'cover_ask.note' },
  },
  {
    table: 'attendance_mark',
    key: { session_id: 'uuid', student_id: 'uuid' },
    row: 'session_id::text || student_id::text',
    columns: { remark: 'attendance_mark.remark' },
  },
  {
    table: 'pupil_leave',
    key: byId,
    row: 'id',
    columns: { reason: 'pupil_leave.reason', symptoms: 'pupil_leave.symptoms', note: 'pupil_leave.note' },
  },
  { table: 'absence_case', key: byId, row: 'id', columns: { note: 'absence_case.note' } },
  { table: 'alert', key: byId, row: 'id', columns: { note: 'alert.note' } },
  { table: 'leave_overtime', key: byId, row: 'id', columns: { remark: 'leave_overtime.remark' } },
  { table: 'face_zip', key: byId, row: 'id', columns: { outcome: 'face_zip.outcome' } },
]

/** Sealed columns that are not resealed, with the reason; they stay readable because keys are never deleted. */
export const notResealed: Readonly<Record<string, string>> = {
  'reveal_log.reason': 'a sealed log: what is written there is not changed',
  'staff_field_change.before': 'history is only added to',
  'staff_field_change.after': 'history is only added to',
  'flow_log.opinion': 'history is only added to',
  'attendance_amendment.reason': 'history is only added to',
  'dingtalk_user.user_id': 'asked for anew after 30 days',
  'ticket.phone': 'good for ten minutes',
  'draft.value': 'gone after 90 days',
  'import_batch.head': 'gone with the batch',
  'import_batch.report': 'gone with the batch',
  'import_row.raw': 'gone with the batch',
  'import_row.checked': 'gone with the batch',
  'import_row.effect': 'gone with the batch',
  'seed_step.state': 'gone when the demo seed is finished',
}

/** Binary columns that hold no secret of a district: hashes, checksums, signatures and the wrapped keys. */
export const unsealedColumns =
  /(_hash|_tail|\.sha256|\.digest|\.seal|\.previous|\.signature|\.wrapped|\.headings|\.keys|\.requested_number|\.credential_id|\.public_key)$/
