using Microsoft.Extensions.DependencyInjection;

namespace Shop;

/// <summary>The services, for the container of an application.</summary>
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
