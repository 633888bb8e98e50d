namespace Tests.Fuzzing.Worlds;

/// <summary>The context or scheduler under which a step of a program's script runs.</summary>
public enum Place
{
    /// <summary>On the thread pool, with no context and the default scheduler.</summary>
    Nowhere,
    FirstContext,
    SecondContext,
    FirstScheduler,
    SecondScheduler,
}
