using System.Reflection;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>Dependency injection, and code that searches an assembly's types, find the same whether the assembly is woven or not.</summary>
[Parallelizable(ParallelScope.Self)]
public class ContainerTests
{
    [Test]
    public void A_scan_registers_the_same([Values] bool publicOnly) => Assert.That(
        Registered(OpenWorld.Of(isWoven: true), publicOnly), Is.EqualTo(Registered(OpenWorld.Of(isWoven: false), publicOnly)).And.Not.Empty);

    [Test]
    public void What_a_container_makes_is_called([Values] bool isWoven)
    {
        var world = OpenWorld.Of(isWoven);
        using var provider = new ServiceCollection()
            .AddTransient(world.Type("Loader"))
            .AddSingleton(world.Type("ILoader"), world.Type("Heir"))
            .AddScoped(world.Type("Decorator"))
            .BuildServiceProvider(new ServiceProviderOptions { ValidateOnBuild = true, ValidateScopes = true });
        using var scope = provider.CreateScope();
        Assert.Multiple(() =>
        {
            Assert.That(world.Call("OfTheInterface", scope.ServiceProvider.GetRequiredService(world.Type("ILoader")), 1), Is.EqualTo("5001"));
            Assert.That(world.Call("OfTheInterface", scope.ServiceProvider.GetRequiredService(world.Type("Decorator")), 1), Is.EqualTo("5002"));
            Assert.That(world.Call("OfAProtectedMethod", scope.ServiceProvider.GetRequiredService(world.Type("Loader")), 1), Is.EqualTo("7001"));
        });
    }

    [Test]
    public void The_types_have_the_same_interfaces_and_public_members() =>
        Assert.That(Shown(OpenWorld.Of(isWoven: true)), Is.EqualTo(Shown(OpenWorld.Of(isWoven: false))).And.Not.Empty);

    [Test]
    public void Interfaces_gain_no_members_at_all() => Assert.That(MembersOfInterfaces(OpenWorld.Of(isWoven: true)), Is.EqualTo(MembersOfInterfaces(OpenWorld.Of(isWoven: false))));

    private static IReadOnlyList<string> Registered(OpenWorld world, bool publicOnly)
    {
        var services = new ServiceCollection();
        services.Scan(scan => scan.FromAssemblies(world.Assembly).AddClasses(publicOnly).AsSelfWithInterfaces().WithTransientLifetime());
        return [.. services.Select(service => $"{service.ServiceType} {service.ImplementationType} {service.Lifetime}")];
    }

    private static IReadOnlyList<string> Shown(OpenWorld world) =>
    [
        .. from type in world.Assembly.GetExportedTypes()
           from line in type.GetInterfaces().Select(implemented => $"implements {implemented}")
               .Concat(type.GetMembers(BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public).Select(member => $"has {member}"))
               .Concat(type.GetMethods(BindingFlags.Instance | BindingFlags.NonPublic).Where(method => method.IsFamily).Select(method => $"gives {method}"))
           select $"{type}: {line}",
    ];

    private static IReadOnlyList<string> MembersOfInterfaces(OpenWorld world) =>
    [
        .. from type in world.Assembly.GetTypes()
           where type.IsInterface
           from member in type.GetMembers(BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)
           select $"{type}: {member}",
    ];
}
