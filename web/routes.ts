import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The screens of the shop. Other paths redirect to the home page. */
export default [
  index('catalog/home.tsx'),
  route('products', 'catalog/products.tsx'),
  route('products/:category', 'catalog/category.tsx'),
  route('products/:category/:id', 'catalog/product.tsx'),
  route('cart', 'checkout/cart.tsx'),
  route('add-address', 'addresses/add-address.tsx'),
  route('my-orders', 'orders/my-orders.tsx'),
  route('promptpay', 'checkout/promptpay.tsx'),
  route('loader', 'checkout/loader.tsx'),
  route('contact', 'contact/contact.tsx'),
  route('login', 'accounts/login.tsx'),
  route('register', 'accounts/register.tsx'),
  route('email-verify', 'accounts/email-verify.tsx'),
  route('reset-password', 'accounts/reset-password.tsx'),
  route('seller/reset-password', 'seller/area/seller-reset.tsx'),
  route('seller', 'seller/area/seller-area.tsx', [
    layout('seller/area/seller-screens.tsx', [
      index('seller/products/add-product.tsx'),
      route('product-list', 'seller/products/product-list.tsx'),
      route('products/:id', 'seller/products/edit-product.tsx'),
      route('orders', 'seller/orders/orders.tsx'),
      route('money', 'seller/money/money.tsx'),
      route('slips', 'seller/slips/slips.tsx'),
      route('promotions', 'seller/promotions/promotions.tsx'),
      route('delivery', 'seller/delivery/delivery.tsx'),
      route('windows', 'seller/windows/windows.tsx'),
      route('today', 'seller/today/today.tsx'),
      route('reports', 'seller/reports/reports.tsx'),
      route('settings', 'seller/settings/settings.tsx'),
      route('staff', 'seller/staff/staff.tsx'),
      route('search', 'seller/search/search-words.tsx'),
    ]),
  ]),
  route('*', 'shell/unknown-path.tsx'),
] satisfies RouteConfig
