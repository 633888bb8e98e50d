using Microsoft.Extensions.DependencyInjection;

namespace Shop;

/// <summary>Registers the services in an application's container.</summary>
public static class CoreLayer
{
    public static IServiceCollection AddCore(this IServiceCollection services)
    {
        services.AddMemoryCache();
        services.AddScoped<IOrderService, OrderService>().AddScoped<CustomerService>().AddScoped<ICustomerService, CachedCustomerService>();
        services.AddScoped<IPriceService, PriceService>().AddScoped<IDiscount, DiscountOfRegulars>().AddScoped<IDiscount, DiscountOfLargeOrders>();
        return services.AddSingleton<IAudit, Audit>();
    }
}
