using MassTransit;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace PackageWork.Works;

/// <summary>Work over MassTransit's in-memory bus.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
internal abstract class BusWork(string name, int cost) : Work(name, cost)
{
    private ServiceProvider? _services;

    protected IBusControl Bus => _services!.GetRequiredService<IBusControl>();

    protected T Get<T>()
        where T : notnull => _services!.GetRequiredService<T>();

    public override async Task StartAsync(int workers)
    {
        var services = new ServiceCollection();
        services.AddLogging(logging => logging.ClearProviders());
        services.AddMassTransit(Configure);
        _services = services.BuildServiceProvider();
        await Bus.StartAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await Bus.StopAsync();
        await _services!.DisposeAsync();
    }

    protected abstract void Configure(IBusRegistrationConfigurator bus);
}
