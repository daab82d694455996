/** Payment intents, charges, refunds and disputes with every field that the provider sends. */
import type { Charge, Dispute, PaymentIntent, Refund } from '../wire.ts';

export function makeIntent(
  values: Pick<PaymentIntent, 'id' | 'created' | 'amount' | 'currency' | 'metadata'> & Partial<PaymentIntent>,
): PaymentIntent {
  return {
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${values.id}_secret_standin`,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card', 'sepa_debit'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...values,
  };
}

export function makeCharge(
  intent: PaymentIntent,
  values: Pick<Charge, 'id' | 'created' | 'status' | 'payment_method_details'> & Partial<Charge>,
): Charge {
  return {
    object: 'charge',
    amount: intent.amount,
    amount_captured: values.status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'RINGSIDE',
    captured: values.status !== 'failed',
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: values.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...values,
  };
}

export function cardDetails(last4: string, country = 'US'): Charge['payment_method_details'] {
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country,
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
      installments: null,
      last4,
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

export function debitDetails(last4: string): Charge['payment_method_details'] {
  return {
    type: 'sepa_debit',
    sepa_debit: {
      bank_code: '37040044',
      branch_code: null,
      country: 'DE',
      fingerprint: null,
      last4,
      mandate: null,
    },
  };
}

export function makeRefund(
  charge: Charge,
  values: Pick<Refund, 'id' | 'created' | 'amount' | 'status'> & Partial<Refund>,
): Refund {
  return {
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...values,
  };
}

export function makeDispute(
  charge: Charge,
  values: Pick<Dispute, 'id' | 'created' | 'amount' | 'status'> & Partial<Dispute>,
): Dispute {
  const isInquiry = values.status === 'warning_needs_response';
  return {
    object: 'dispute',
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: values.created + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '83',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '83',
      },
    },
    reason: 'fraudulent',
    ...values,
  };
}

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
