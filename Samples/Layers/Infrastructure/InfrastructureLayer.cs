using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

/// <summary>Registers the database and the repositories in an application's container.</summary>
public static class InfrastructureLayer
{
    public static IServiceCollection AddInfrastructure(this IServiceCollection services, string connection)
    {
        services.AddDbContextPool<ShopContext>(options => options.UseSqlite(connection));
        return services.AddScoped<IOrderRepository, OrderRepository>().AddScoped<ICustomerRepository, CustomerRepository>();
    }
}
