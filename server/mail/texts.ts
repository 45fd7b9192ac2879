import { serverLimits } from '../../contract/values/limits.ts'
import { counted } from '../common/counted.ts'

/** The texts of the mails to shoppers, and of codes. */
export const mailTexts = {
  en: {
    verifySubject: (code: string) => `${code} is your verification code`,
    resetSubject: (code: string) => `${code} is your code for a new password`,
    verifyLead: 'Enter this code to verify your email address:',
    resetLead: 'Enter this code to choose a new password:',
    codeLink:
      'Or open this link. It works in any browser for an hour, also if the shop says that it sends no more codes:',
    codeNote: (minutes: number) =>
      `The code works once, within ${counted(minutes, 'minute')}. If you did not ask for it, you can ignore this mail. Don’t tell anyone the code.`,
    passwordSubject: 'Your password was changed',
    passwordLead: (email: string, when: string) =>
      `The password of your account (${email}) was changed: ${when}. You are logged out on all other devices.`,
    passwordAdvice: 'If it wasn’t you, someone can read your email: change its password, and then this one:',
    passwordLink: 'Set a new password',
    orderSubject: (number: number) => `Order ${number} is placed`,
    orderLead: (name: string) => `Thank you, ${name}. We have your order, and write again when it is on its way.`,
    cancelledSubject: (number: number) => `Order ${number} is cancelled`,
    stepSubject: {
      'Out for delivery': (number: number) => `Order ${number} is on its way`,
      Delivered: (number: number) => `Order ${number} was delivered`,
    },
    stepLead: {
      'Out for delivery': (name: string, number: number) => `${name}, your order ${number} is on its way to you.`,
      Delivered: (name: string, number: number) => `${name}, your order ${number} was delivered. Thank you!`,
    },
    undeliveredSubject: (number: number) => `Order ${number} isn’t delivered yet`,
    undeliveredLead: (name: string, number: number) =>
      `Dear ${name}, we wrote that your order ${number} was delivered. That was noted by mistake, and we are sorry: it is on its way to you.`,
    slipRejectedSubject: (number: number) => `Please send another slip for order ${number}`,
    slipRejectedLead: (name: string, number: number) =>
      `${name}, we could not accept the slip that you sent for order ${number}:`,
    slipRejectedNext: (until: string) =>
      `Send another slip until ${until}, or the order is cancelled. If you have paid and are in doubt, contact us.`,
    slipOtherAmount:
      'If you have sent another sum, don’t pay all of it again: contact us. We tell you how to pay the rest, or refund the money.',
    slipOfCancelledSubject: (number: number) => `Your slip for cancelled order ${number}`,
    slipOfCancelledNext: 'The order stays cancelled. If you have paid, contact us: you get a refund.',
    sendSlip: 'Send another slip',
    afterAll: 'You received the order although it had been cancelled, so it counts as delivered after all.',
    moneyKept: 'You received the order although it had been cancelled, so the money isn’t refunded.',
    paidSum: (amount: string) => `Total amount, paid: ${amount}`,
    stillToPay: (amount: string) => `Still to be paid: ${amount}`,
    paidTooMuch: (paid: string, sum: string, back: string) =>
      `Total amount, paid: ${paid}. Your order costs ${sum} now, and you get a refund of ${back}.`,
    cancelledLead: (name: string, number: number) =>
      `Dear ${name}, we are sorry: we had to cancel your order ${number}.`,
    ruleCancelledLead: (name: string, number: number) =>
      `Dear ${name}, we are sorry: the shop couldn’t confirm your order ${number} in time, so it is cancelled.`,
    youCancelledLead: (name: string, number: number) =>
      `Dear ${name}, your order ${number} is cancelled, as you asked.`,
    unpaidLead: (name: string, number: number) =>
      `Dear ${name}, order ${number} was cancelled: the shop has found no transfer for it in time.`,
    unpaidNext: `You pay nothing for it. If you have transferred the money, send the slip in My orders within ${serverLimits.lateSlipHours} hours: you get a refund.`,
    replacedLead: (name: string, number: number) =>
      `Dear ${name}, your order ${number} is cancelled before it was paid, because you placed another order with the same goods. If you want both, please order these goods again.`,
    lateLead: (name: string, number: number) =>
      `Dear ${name}, your payment for order ${number} came after the order was cancelled.`,
    nothingCharged: 'You pay nothing for it.',
    paidOut: (amount: string) => `The ${amount} that you paid is refunded to you, in cash or by transfer.`,
    moneyBack: (amount: string) => `The ${amount} that you paid is refunded to you the way it came.`,
    refundSubject: (number: number, amount: string) => `Order ${number}: ${amount} less`,
    refundLead: (name: string, number: number, amount: string) =>
      `Dear ${name}, your order ${number} now costs ${amount} less.`,
    refundReason: (reason: string) => `Reason: ${reason}`,
    refundByCard: 'The money is refunded the way you paid.',
    refundAccount:
      'If you paid by PromptPay, Stripe asks you by mail for the bank account, and the money waits until you answer.',
    refundByHand: 'The shop refunds the money in cash or by transfer.',
    payoutSubject: (number: number, amount: string) => `Order ${number}: ${amount} refunded by transfer`,
    payoutLead: (name: string, number: number, amount: string) =>
      `Dear ${name}, we have refunded ${amount} of order ${number} by transfer.`,
    payoutReference: (reference: string) => `Reference: ${reference}`,
    payoutNext: 'If it isn’t in your account by tomorrow, please contact us.',
    refundUnpaid: (sum: string) => `You now pay ${sum}.`,
    order: 'Order',
    subtotal: 'Price',
    shipping: 'Shipping fee',
    free: 'Free',
    tax: {
      added: (percent: string) => `Tax (${percent}%)`,
      included: (percent: string) => `Tax included (${percent}%)`,
    },
    total: 'Total amount',
    address: 'Delivery address',
    time: 'Delivery time',
    timeOver: 'This time is over already. The shop will agree on another one with you.',
    opens: (day: string, time: string) =>
      `You ordered while the shop was closed. It opens ${day} at ${time}, and packs your order then.`,
    untimed: 'No delivery time was open when the order was placed. The shop brings it as soon as it can.',
    closed: 'You ordered while the shop was closed. When it opens again isn’t known yet; it packs your order then.',
    movedSubject: (number: number) => `Order ${number} comes at another time`,
    movedLead: {
      shop: (name: string, number: number) =>
        `Dear ${name}, we had to change the delivery time of your order ${number}. It now comes:`,
      shopper: (name: string, number: number) =>
        `Dear ${name}, you have changed the delivery time of your order ${number}. It now comes:`,
    },
    movedNext: {
      shop: 'If that doesn’t suit you, choose another time under your orders, or contact us.',
      shopper: 'If it wasn’t you, contact us.',
    },
    addressSubject: (number: number) => `Order ${number}: the delivery address is corrected`,
    addressLead: (name: string, number: number) =>
      `Dear ${name}, we have corrected the delivery address of your order ${number}. It now goes to:`,
    addressNext: 'If that is wrong, please contact us.',
    riderNote: 'Note for the rider',
    delaySubject: (number: number, about: string) => `Order ${number} comes later: about ${about}`,
    delayLead: (name: string, number: number, { about, was }: { about: string; was: string }) =>
      `Dear ${name}, your order ${number} now comes about ${about}. We had promised ${was}, and we are sorry.`,
    delayReasons: {
      queue: 'Many orders came before it.',
      shift: 'It has to wait for the next shift.',
      rider: 'No rider is free yet.',
      picking: 'Picking your goods takes longer than usual.',
      ride: 'It is on its way longer than usual.',
    },
    earlierSubject: (number: number, time: string) => `Order ${number} comes earlier: ${time}`,
    earlierLead: (name: string, number: number) =>
      `Dear ${name}, your order ${number} comes earlier than we last told you:`,
    aboutTime: (time: string) => `about ${time}`,
    byTime: (time: string) => `by ${time}`,
    delayNext: 'If that doesn’t suit you, please contact us.',
    attemptSubject: (number: number) => `We couldn’t hand over order ${number}`,
    attemptLead: (name: string, number: number) => `Dear ${name}, this is about your order ${number}.`,
    nothingToPay: 'Nothing to pay.',
    COD: (amount: string) => `Cash on delivery: please have ${amount} ready.`,
    roundedDown: (sum: string) => `That is ${sum} rounded down to coins.`,
    backInCoins: (amount: string) => `In whole coins, the refund is ${amount}.`,
    Online: () => 'Paid online.',
    PromptPay: () => 'Paid by PromptPay.',
    track: 'See your orders',
    follow: 'See where it is',
    receipt: 'Open the receipt',
    creditNote: 'Open the receipt of your refund',
  },
  th: {
    verifySubject: (code: string) => `${code} คือรหัสยืนยันของคุณ`,
    resetSubject: (code: string) => `${code} คือรหัสสำหรับตั้งรหัสผ่านใหม่`,
    verifyLead: 'กรอกรหัสนี้เพื่อยืนยันอีเมลของคุณ:',
    resetLead: 'กรอกรหัสนี้เพื่อตั้งรหัสผ่านใหม่:',
    codeLink: 'หรือเปิดลิงก์นี้ ใช้ได้ทุกเบราว์เซอร์ภายใน 1 ชั่วโมง แม้ร้านจะแจ้งว่าส่งรหัสเพิ่มไม่ได้แล้ว',
    codeNote: (minutes: number) => `รหัสใช้ได้ครั้งเดียวภายใน ${minutes} นาที ถ้าไม่ได้ขอรหัสนี้ ไม่ต้องทำอะไร และอย่าบอกรหัสแก่ใคร`,
    passwordSubject: 'เปลี่ยนรหัสผ่านแล้ว',
    passwordLead: (email: string, when: string) =>
      `รหัสผ่านของบัญชี ${email} ถูกเปลี่ยนเมื่อ ${when} และออกจากระบบในอุปกรณ์อื่นทั้งหมดแล้ว`,
    passwordAdvice: 'ถ้าไม่ใช่คุณ มีผู้อื่นอ่านอีเมลของคุณได้ กรุณาเปลี่ยนรหัสผ่านอีเมลก่อน แล้วตั้งรหัสผ่านของบัญชีนี้ใหม่:',
    passwordLink: 'ตั้งรหัสผ่านใหม่',
    orderSubject: (number: number) => `ได้รับคำสั่งซื้อหมายเลข ${number} แล้ว`,
    orderLead: (name: string) => `ขอบคุณค่ะ คุณ${name} เราได้รับคำสั่งซื้อแล้ว และจะแจ้งอีกครั้งเมื่อออกจัดส่ง`,
    cancelledSubject: (number: number) => `คำสั่งซื้อหมายเลข ${number} ถูกยกเลิกแล้ว`,
    stepSubject: {
      'Out for delivery': (number: number) => `คำสั่งซื้อหมายเลข ${number} กำลังไปส่ง`,
      Delivered: (number: number) => `คำสั่งซื้อหมายเลข ${number} ส่งถึงแล้ว`,
    },
    stepLead: {
      'Out for delivery': (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} ออกจัดส่งแล้วค่ะ`,
      Delivered: (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} ส่งถึงแล้ว ขอบคุณค่ะ`,
    },
    undeliveredSubject: (number: number) => `คำสั่งซื้อหมายเลข ${number} ยังไม่ได้ส่งถึง`,
    undeliveredLead: (name: string, number: number) =>
      `คุณ${name} ร้านแจ้งว่าคำสั่งซื้อหมายเลข ${number} ส่งถึงแล้ว แต่เป็นการบันทึกผิดพลาด ต้องขออภัยค่ะ ตอนนี้คำสั่งซื้อกำลังไปส่ง`,
    slipRejectedSubject: (number: number) => `กรุณาส่งสลิปใหม่ คำสั่งซื้อหมายเลข ${number}`,
    slipRejectedLead: (name: string, number: number) => `คุณ${name} ร้านรับสลิปของคำสั่งซื้อหมายเลข ${number} ไม่ได้ค่ะ เหตุผล:`,
    slipRejectedNext: (until: string) =>
      `กรุณาส่งสลิปใหม่ภายใน ${until}\u00a0น. มิฉะนั้นคำสั่งซื้อจะถูกยกเลิก หากโอนเงินแล้วและไม่แน่ใจ กรุณาติดต่อร้าน`,
    slipOtherAmount: 'หากโอนยอดอื่นไปแล้ว อย่าโอนเต็มจำนวนซ้ำ กรุณาติดต่อร้าน ร้านจะแจ้งวิธีโอนส่วนที่เหลือ หรือคืนเงินให้',
    slipOfCancelledSubject: (number: number) => `สลิปของคำสั่งซื้อหมายเลข ${number} ที่ยกเลิกแล้ว`,
    slipOfCancelledNext: 'คำสั่งซื้อยังคงถูกยกเลิก หากโอนเงินแล้ว กรุณาติดต่อร้าน ร้านจะคืนเงินให้',
    sendSlip: 'ส่งสลิปใหม่',
    afterAll: 'คุณได้รับสินค้าแล้วแม้คำสั่งซื้อถูกยกเลิกไปก่อนหน้านี้ จึงถือว่าส่งถึงแล้ว',
    moneyKept: 'คุณได้รับสินค้าแล้วแม้คำสั่งซื้อถูกยกเลิกไปก่อนหน้านี้ ร้านจึงไม่คืนเงิน',
    paidSum: (amount: string) => `ยอดที่ชำระแล้ว ${amount}`,
    stillToPay: (amount: string) => `ยอดที่ยังต้องชำระ ${amount}`,
    paidTooMuch: (paid: string, sum: string, back: string) =>
      `ยอดที่ชำระแล้ว ${paid} ยอดคำสั่งซื้อตอนนี้ ${sum} คุณจะได้เงินคืน ${back}`,
    cancelledLead: (name: string, number: number) => `ขออภัยค่ะ คุณ${name} ร้านจำเป็นต้องยกเลิกคำสั่งซื้อหมายเลข ${number}`,
    ruleCancelledLead: (name: string, number: number) =>
      `ขออภัยค่ะ คุณ${name} ร้านยืนยันคำสั่งซื้อหมายเลข ${number} ไม่ทัน คำสั่งซื้อจึงถูกยกเลิก`,
    youCancelledLead: (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} ถูกยกเลิกตามที่คุณขอแล้ว`,
    unpaidLead: (name: string, number: number) =>
      `คุณ${name} คำสั่งซื้อหมายเลข ${number} ถูกยกเลิก เพราะร้านไม่พบเงินโอนภายในเวลาที่กำหนด`,
    unpaidNext: `คุณไม่ต้องจ่ายอะไร หากโอนเงินแล้ว กรุณาส่งสลิปในคำสั่งซื้อของฉันภายใน ${serverLimits.lateSlipHours} ชั่วโมง แล้วร้านจะคืนเงินให้`,
    replacedLead: (name: string, number: number) =>
      `คุณ${name} คำสั่งซื้อหมายเลข ${number} ถูกยกเลิกก่อนชำระเงิน เพราะคุณสั่งสินค้าเดียวกันในคำสั่งซื้ออื่นแล้ว หากต้องการทั้งสองรายการ กรุณาสั่งสินค้านี้อีกครั้ง`,
    lateLead: (name: string, number: number) => `คุณ${name} เงินสำหรับคำสั่งซื้อหมายเลข ${number} เข้ามาหลังจากคำสั่งซื้อถูกยกเลิกแล้ว`,
    nothingCharged: 'คุณไม่ต้องจ่ายอะไร',
    paidOut: (amount: string) => `เงิน ${amount} ที่ชำระแล้วจะคืนให้คุณเป็นเงินสดหรือโอน`,
    moneyBack: (amount: string) => `เงิน ${amount} ที่ชำระแล้วจะคืนให้คุณทางช่องทางเดิม`,
    refundSubject: (number: number, amount: string) => `คำสั่งซื้อหมายเลข ${number}: ลดยอด ${amount}`,
    refundLead: (name: string, number: number, amount: string) =>
      `คุณ${name} ร้านลดยอดคำสั่งซื้อหมายเลข ${number} ลง ${amount} ค่ะ`,
    refundReason: (reason: string) => `เหตุผล: ${reason}`,
    refundByCard: 'เงินจะคืนตามช่องทางที่คุณชำระ',
    refundAccount: 'หากชำระด้วยพร้อมเพย์ Stripe จะส่งอีเมลขอบัญชีธนาคารของคุณ และเงินจะรอจนกว่าคุณจะตอบ',
    refundByHand: 'ร้านจะคืนเงินให้คุณเป็นเงินสดหรือโอน',
    payoutSubject: (number: number, amount: string) => `คำสั่งซื้อหมายเลข ${number}: โอนคืน ${amount} แล้ว`,
    payoutLead: (name: string, number: number, amount: string) =>
      `คุณ${name} ร้านโอนเงิน ${amount} ของคำสั่งซื้อหมายเลข ${number} คืนให้คุณแล้ว`,
    payoutReference: (reference: string) => `เลขอ้างอิง: ${reference}`,
    payoutNext: 'ถ้าวันพรุ่งนี้ยังไม่เข้าบัญชี กรุณาติดต่อร้าน',
    refundUnpaid: (sum: string) => `ยอดที่ต้องชำระตอนนี้ ${sum}`,
    order: 'คำสั่งซื้อ',
    subtotal: 'ค่าสินค้า',
    shipping: 'ค่าจัดส่ง',
    free: 'ฟรี',
    tax: { added: (percent: string) => `ภาษี (${percent}%)`, included: (percent: string) => `รวมภาษีแล้ว (${percent}%)` },
    total: 'ยอดชำระทั้งหมด',
    address: 'ส่งที่',
    time: 'เวลาจัดส่ง',
    timeOver: 'เวลานี้ผ่านไปแล้ว ร้านจะติดต่อคุณเพื่อนัดเวลาจัดส่งใหม่',
    opens: (day: string, time: string) => `คุณสั่งซื้อตอนร้านปิด ร้านเปิดวัน${day} เวลา ${time}\u00a0น. และจะจัดของให้หลังร้านเปิด`,
    untimed: 'ตอนที่สั่งยังไม่มีเวลาส่งให้เลือก ร้านจะส่งให้เร็วที่สุดเท่าที่ทำได้',
    closed: 'คุณสั่งซื้อตอนร้านปิด และยังไม่ทราบว่าร้านจะเปิดอีกเมื่อใด ร้านจะจัดของให้หลังร้านเปิด',
    movedSubject: (number: number) => `คำสั่งซื้อหมายเลข ${number} เปลี่ยนเวลาจัดส่ง`,
    movedLead: {
      shop: (name: string, number: number) => `คุณ${name} ร้านขอเปลี่ยนเวลาจัดส่งคำสั่งซื้อหมายเลข ${number} เป็น`,
      shopper: (name: string, number: number) => `คุณ${name} คุณเปลี่ยนเวลาจัดส่งคำสั่งซื้อหมายเลข ${number} เป็น`,
    },
    movedNext: {
      shop: 'หากไม่สะดวก กรุณาเลือกเวลาอื่นในหน้าคำสั่งซื้อ หรือติดต่อร้าน',
      shopper: 'หากคุณไม่ได้เปลี่ยนเอง กรุณาติดต่อร้าน',
    },
    addressSubject: (number: number) => `คำสั่งซื้อหมายเลข ${number} แก้ไขที่อยู่จัดส่งแล้ว`,
    addressLead: (name: string, number: number) => `คุณ${name} ร้านแก้ไขที่อยู่จัดส่งของคำสั่งซื้อหมายเลข ${number} แล้ว ตอนนี้จะส่งที่`,
    addressNext: 'หากไม่ถูกต้อง กรุณาติดต่อร้าน',
    riderNote: 'ข้อความถึงคนส่งของ',
    delaySubject: (number: number, about: string) => `คำสั่งซื้อหมายเลข ${number} จะถึงช้ากว่ากำหนด ประมาณ ${about}\u00a0น.`,
    delayLead: (name: string, number: number, { about, was }: { about: string; was: string }) =>
      `คุณ${name} คำสั่งซื้อหมายเลข ${number} จะถึงประมาณ ${about}\u00a0น. จากที่แจ้งไว้ ${was}\u00a0น. ต้องขออภัยค่ะ`,
    delayReasons: {
      queue: 'มีหลายคำสั่งซื้อก่อนหน้า',
      shift: 'ต้องรอพนักงานกะถัดไป',
      rider: 'ไรเดอร์ยังไม่ว่าง',
      picking: 'จัดของนานกว่าปกติ',
      ride: 'ใช้เวลาจัดส่งนานกว่าปกติ',
    },
    earlierSubject: (number: number, time: string) => `คำสั่งซื้อหมายเลข ${number} จะถึงเร็วขึ้น ${time}`,
    earlierLead: (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} จะถึงเร็วกว่าที่แจ้งไว้ล่าสุดค่ะ`,
    aboutTime: (time: string) => `ประมาณ ${time}\u00a0น.`,
    byTime: (time: string) => `ภายใน ${time}\u00a0น.`,
    delayNext: 'หากไม่สะดวก กรุณาติดต่อร้าน',
    attemptSubject: (number: number) => `ส่งคำสั่งซื้อหมายเลข ${number} ไม่สำเร็จ`,
    attemptLead: (name: string, number: number) => `คุณ${name} เรื่องคำสั่งซื้อหมายเลข ${number} ค่ะ`,
    nothingToPay: 'ไม่มียอดที่ต้องชำระ',
    COD: (amount: string) => `เก็บเงินปลายทาง กรุณาเตรียมเงินสด ${amount}`,
    roundedDown: (sum: string) => `(ปัดเศษสตางค์ลงจาก ${sum})`,
    backInCoins: (amount: string) => `คิดเป็นเงินสดที่คุณได้คืน ${amount}`,
    Online: () => 'ชำระเงินออนไลน์แล้ว',
    PromptPay: () => 'ชำระด้วยพร้อมเพย์แล้ว',
    track: 'ดูคำสั่งซื้อของคุณ',
    follow: 'ดูว่าของถึงไหนแล้ว',
    receipt: 'เปิดใบเสร็จรับเงิน',
    creditNote: 'เปิดหลักฐานการคืนเงิน',
  },
} as const
