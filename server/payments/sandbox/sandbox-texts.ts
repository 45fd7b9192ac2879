import type { Language } from '../../../contract/values/languages.ts'

/** The texts of the sandbox's page. */
export const sandboxTexts = {
  en: {
    title: 'Test payment',
    notice: 'This is a sandbox: no money moves, and no card is asked for.',
    order: (number: number) => `Order ${number}`,
    tax: 'Tax',
    total: 'To pay',
    pay: (amount: string) => `Pay ${amount}`,
    decline: 'Decline the payment',
    back: 'Go back without paying',
    hints: 'Paying places the order. Declining cancels it. Going back leaves it waiting in My orders for 30 minutes.',
    closed: {
      unknown: ['There is no such payment', 'The address is not complete, or the payment was removed.'],
      paid: ['This order is paid', 'Nothing more is to be done here.'],
      failed: ['This payment was declined', 'The order was cancelled. What you picked is still in your cart.'],
      expired: [
        'This payment page has closed',
        'It closes after 30 minutes, or when the order is cancelled. Nothing was charged.',
      ],
    },
    toOrders: 'See my orders',
  },
  th: {
    title: 'ทดลองชำระเงิน',
    notice: 'นี่คือหน้าทดลอง ไม่มีการตัดเงินจริง และไม่ต้องใช้บัตร',
    order: (number: number) => `คำสั่งซื้อหมายเลข ${number}`,
    tax: 'ภาษี',
    total: 'ยอดชำระ',
    pay: (amount: string) => `ชำระ ${amount}`,
    decline: 'จำลองว่าชำระไม่สำเร็จ',
    back: 'กลับโดยไม่ชำระเงิน',
    hints: 'ชำระแล้วคำสั่งซื้อจะสำเร็จ หากชำระไม่สำเร็จ คำสั่งซื้อจะถูกยกเลิก หากกลับไปก่อน คำสั่งซื้อจะรออยู่ที่หน้าคำสั่งซื้อของฉัน 30 นาที',
    closed: {
      unknown: ['ไม่พบรายการชำระเงินนี้', 'ที่อยู่ไม่ครบถ้วน หรือรายการถูกลบไปแล้ว'],
      paid: ['คำสั่งซื้อนี้ชำระเงินแล้ว', 'ไม่ต้องดำเนินการใด ๆ เพิ่มเติม'],
      failed: ['การชำระเงินนี้ไม่สำเร็จ', 'คำสั่งซื้อถูกยกเลิกแล้ว สินค้าที่เลือกยังอยู่ในตะกร้า'],
      expired: ['หน้าชำระเงินนี้ปิดแล้ว', 'หน้านี้ปิดหลัง 30 นาที หรือเมื่อคำสั่งซื้อถูกยกเลิก ไม่มีการเรียกเก็บเงิน'],
    },
    toOrders: 'ดูคำสั่งซื้อของฉัน',
  },
} as const satisfies Record<Language, unknown>
